// Package setup reads the setup of a game from the command line: which game, who
// plays it at which strength, and its options and those of its table. What is
// typed wrong is answered with what could have been typed.
package setup
