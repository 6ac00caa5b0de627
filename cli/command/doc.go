// Package command has the commands of fives, one file each, named after the command: [Host] is
// fives host. Only two kinds are elsewhere: the commands of the daemon (package daemon), and
// those that serve pages to this user's own browser (package open).
//
// The commands at a table draw what the daemon shows of it and hand it moves. Those that read
// logs leave the judgement to package verdict, and refuse a log that is not good in the words
// of verify. A teller prints what replay --plain and log say of a good one. [Help] and [Man]
// are written from the definitions of all commands. [Candidates] asks the daemon for tables,
// people and moves to complete, and prints none of them if no daemon answers.
//
// It is a package of its own because package cli is the program: it puts the commands into
// groups, runs the one that was typed, and its tests see the whole from outside.
package command
