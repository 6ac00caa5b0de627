// Package stats is the command stats: it counts games, wins and points by player and
// game, from what the daemon remembers of finished tables. It is a package of its own
// because every noun of the command line is one (package cli).
package stats
