// Package setup reads the setup of a game from the command line: the game, the strength of
// computer players, the options of the game and those of the table. An error lists what
// could have been typed.
package setup
