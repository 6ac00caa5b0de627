// Package choose relates the legal moves of a table to the cards of a hand, for front
// ends in which cards are chosen and moves played: which moves use the chosen cards
// ([Fitting]), in which order they are listed ([Sort]), and which move to try where the
// list has none ([Attempt]). It knows no game; a move is a text in the game's notation.
package choose
