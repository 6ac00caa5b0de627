// Package games is the commands about games without a table: games, rules, learn,
// simulate, and demo, in which daemons of its own play one. It is a package of its own because
// every noun of the command line is one (package cli).
package games
