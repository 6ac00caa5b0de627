// Package phrase says in a few words what tables and games are, and how they ended.
//
// It needs nothing of a daemon, and so it is in what runs in browsers, too. What a
// daemon says is put into words by package words.
package phrase
