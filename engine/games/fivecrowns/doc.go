// Package fivecrowns is Five Crowns: eleven hands of books and runs, with a
// wild rank that rises from the threes to the kings, and its solitaire.
//
// RULES.md is the specification; numbers like §4.2 in this package are its sections. Two
// types are positions: [Rules] starts a table of two or more seats with one, a lone seat
// with the other.
//
// The heart of the package is the solver (solve.go). It finds the melds that leave the
// fewest points after each possible discard, exactly and for all discards at once. The list
// of legal moves, the computer players and the command line's shorthand use it. Melds that
// a player declares do not need the solver: they are only checked against the rules
// (meld.go).
package fivecrowns
