// Package card names playing cards as people read them and lists the decks
// they are dealt from.
//
// A [Card] is a look: rank and suit. Two copies of one card have the same look, and are two
// faces of a [Deck]; a face is identified by its index in the deck. The notation is that of
// the scenario format: rank then suit ("10h", "As", "Kt"), "Jk" for a joker, a bare number
// for a card without a suit.
//
// The package knows no game and no cryptography: engine/rules has the first,
// crypto/mask the second.
package card
