package fivecrowns

import "fives/engine/card"

// swaps returns the fewest cards to exchange for any others so that, after away discards,
// the hand can be laid. A card to exchange is as good as a wild card.
func swaps(pile []card.Card, wild card.Rank, away int) int {
	s := newSolution(pile, wild)
	s.findParts(len(pile))
	natural := len(pile) - len(s.wilds)
	least := natural
	var counts uint64
	sum := 0
	for state := 1; state < len(s.need); state++ {
		counts, sum = s.count(counts, sum)
		due := max(0, natural-inNibbles(counts)-away)
		if s.cover(state, counts) <= len(s.wilds)+due {
			least = min(least, due)
		}
	}
	return least
}

func inNibbles(counts uint64) int {
	n := 0
	for ; counts > 0; counts >>= nibble {
		n += int(counts & 7)
	}
	return n
}
