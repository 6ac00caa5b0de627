package fivecrowns

import (
	"slices"

	"fives/engine/card"
)

// swaps returns the fewest cards to exchange for any others so that, after away discards,
// the hand can be laid. A card to exchange is as good as a wild card.
func swaps(pile []card.Card, wild card.Rank, away int) int {
	natural := len(naturals(pile, wild))
	for due := range natural {
		s := solveWith(pile, wild, due)
		rest := natural - away - due
		if rest > 0 && s.sizes[rest] || due == 0 && slices.Contains(s.sizes[rest:], true) {
			return due
		}
	}
	return natural
}
