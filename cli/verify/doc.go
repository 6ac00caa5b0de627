// Package verify is the command verify: it says what log files prove.
//
// A verdict is what is said of one file. Other commands that read logs refuse
// those that are not good in the same words: [ReadLog], [Stories].
package verify
