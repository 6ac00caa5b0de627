package words

import (
	"strings"

	"fives/engine/card"
)

// Suits are the signs of the suits. A card of [card.Plain] has none.
var Suits = map[card.Suit]string{
	card.Clubs: "♣", card.Diamonds: "♦", card.Hearts: "♥", card.Spades: "♠", card.Stars: "★",
}

// Rank is what stands in the corner of a card: a card without suit has a number,
// or is a joker.
func Rank(c card.Card) string { return strings.TrimSuffix(c.String(), c.Suit.Letter()) }
