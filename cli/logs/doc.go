// Package logs is the commands about the log of a table: log prints it, export writes
// it to a file or as a web page, replay steps through it, and evidence writes the proof
// of a fault. What a log proves is said by package verify. It is a package of its own
// because every noun of the command line is one (package cli).
package logs
