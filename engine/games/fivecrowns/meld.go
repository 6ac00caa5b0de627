package fivecrowns

import (
	"slices"

	"fives/engine/card"
)

const (
	lowest   = card.Rank(3)
	highest  = card.King
	meldSize = 3                                       // fewest cards of a meld
	runSize  = int(highest) - int(lowest) + 1          // most cards of a run
	hands    = int(highest) - int(lowest) + 1          // the hands of a game, one for each wild rank
	dealt    = int(lowest)                             // cards for a seat in the first hand
	allPiles = hands * (2*int(lowest) + hands - 1) / 2 // cards in the piles of the solitaire
)

// isWild reports whether c may stand for any card while rank wild is wild.
func isWild(c card.Card, wild card.Rank) bool {
	return c.Rank == card.Joker || c.Rank == wild
}

// legalMeld checks cards against RULES §3. A card of the wild rank that stands for
// itself needs no case of its own: it could fill that place as a wild card too.
func legalMeld(cards []card.Card, wild card.Rank) bool {
	natural := naturals(cards, wild)
	return len(cards) >= meldSize && (oneRank(natural) || fitsRun(natural, len(cards)))
}

func naturals(cards []card.Card, wild card.Rank) []card.Card {
	var natural []card.Card
	for _, c := range cards {
		if !isWild(c, wild) {
			natural = append(natural, c)
		}
	}
	return natural
}

func oneRank(natural []card.Card) bool {
	return !slices.ContainsFunc(natural, func(c card.Card) bool { return c.Rank != natural[0].Rank })
}

// fitsRun reports whether some run of the given size holds all the natural cards, of
// which there is at least one.
func fitsRun(natural []card.Card, size int) bool {
	low, high := natural[0].Rank, natural[0].Rank
	for i, c := range natural {
		if c.Suit != natural[0].Suit || slices.ContainsFunc(natural[:i], sameRank(c)) {
			return false
		}
		low, high = min(low, c.Rank), max(high, c.Rank)
	}
	return size <= runSize && int(high-low)+1 <= size
}

func sameRank(c card.Card) func(card.Card) bool {
	return func(d card.Card) bool { return d.Rank == c.Rank }
}
