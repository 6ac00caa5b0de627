// Package completion completes command lines: the scripts for shells, and the
// hidden command that they ask for candidates. It asks the daemon for tables,
// people and moves, and says nothing if none answers.
package completion
