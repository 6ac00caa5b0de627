package say

import (
	"strings"

	"fives/engine/card"
)

// Suits are the signs of the suits. A card of [card.Plain] has none.
var Suits = map[card.Suit]string{
	card.Clubs: "♣", card.Diamonds: "♦", card.Hearts: "♥", card.Spades: "♠", card.Stars: "★",
}

// Rank returns what stands in the corner of a card; a card without a suit has a number, or is a
// joker.
func Rank(c card.Card) string { return strings.TrimSuffix(c.String(), c.Suit.Letter()) }

// Braille writes a card for a braille display: its number in dropped letters, or the letter of
// its rank, then the first letter of the suit, "st" for stars.
func Braille(c card.Card) (rank, suit string) {
	suit = c.Suit.Letter()
	if c.Suit == card.Stars {
		suit = "st"
	}
	return card.Braille(Rank(c)), card.Braille(suit)
}

// Printed writes a sentence with its cards as they are printed, with the signs of their suits.
func Printed(s card.Sentence) string {
	return s.Write(Clean, func(c card.Card) string { return Rank(c) + Suits[c.Suit] })
}
