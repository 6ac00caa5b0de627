// Package stats is the command stats: it counts games, wins and points by player
// and game, from what the daemon remembers of finished tables.
package stats
