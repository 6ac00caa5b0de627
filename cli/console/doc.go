// Package console is where a command reads and writes: the standard streams, how
// to draw on them, and the files that are named on the command line.
//
// The answer goes to standard output, everything else, notes, progress and
// errors, to standard error. What may come from another node passes through
// words.Clean first. "-" as the name of a file is standard input.
package console
