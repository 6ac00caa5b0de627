// Package verify is the command verify: it prints what log files prove.
//
// What is said of them is in package verdict. Other commands that read logs refuse
// those that are not good in the same words: [ReadLog], [Stories].
package verify
