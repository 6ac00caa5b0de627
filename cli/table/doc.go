// Package table is the commands of those who are at a table: show, moves, play, hint,
// say, wait, watch and admit. They draw what the daemon shows of a table and hand it
// moves; package engine/table, of the same name, is the table's state machine. It is a
// package of its own because every noun of the command line is one (package cli).
package table
