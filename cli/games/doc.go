// Package games is the commands about games without a table: games, rules,
// simulate, and demo, in which daemons of its own play one.
package games
