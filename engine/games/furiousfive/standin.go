package furiousfive

import (
	"cmp"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// StandIn drops the least combination of the hand, or without one the card that it
// received last (RULES 5.2), and draws from the stock. It never calls, so a hand in which
// nobody does is void at the cap (RULES 7.2).
func (p *position) StandIn(seat int, public rules.Observation) string {
	hand := public.Cards(p.hands[seat])
	drop := p.aces.least(hand)
	if drop == nil {
		drop = hand[len(hand)-1:]
	}
	return "drop " + card.Join(drop) + " draw"
}

// least is the pair of the lowest rank, or in a hand without one the lowest straight of
// three, from low to high; nil if the hand holds no combination.
func (a aces) least(hand []card.Card) []card.Card {
	if pair := lowestPair(hand); pair != nil {
		return pair
	}
	for _, ace := range a { // the low one first
		if s := lowestStraight(hand, ace); s != nil {
			return s
		}
	}
	return nil
}

// lowestPair is the first two received of the lowest rank of which there are two.
func lowestPair(hand []card.Card) []card.Card {
	sorted := ascending(hand, card.Ace)
	for i := range len(sorted) - 1 {
		if pair := sorted[i : i+2]; alike(pair) {
			return pair
		}
	}
	return nil
}

// lowestStraight is the lowest straight of three in a hand without a pair.
func lowestStraight(hand []card.Card, ace card.Rank) []card.Card {
	sorted := ascending(hand, ace)
	for i := range len(sorted) - shortest + 1 {
		if s := sorted[i : i+shortest]; ladderOf(s, ace).unbroken() {
			return s
		}
	}
	return nil
}

// ascending sorts a hand by rank; cards of one rank stay as received.
func ascending(hand []card.Card, ace card.Rank) []card.Card {
	return slices.SortedStableFunc(slices.Values(hand), func(a, b card.Card) int {
		return cmp.Compare(step(a, ace), step(b, ace))
	})
}
