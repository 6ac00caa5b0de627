package five

import (
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

const (
	easyEnd  = 6 // ends with at most so many points
	easyTake = 3 // takes a card of at most so many points
)

// easy drops what counts most and ends with a small hand.
func easy(p rules.Position, seat int, own rules.Observation, _ *rand.Rand) string {
	at := p.(*position)
	hand := own.Cards(at.hands[seat])
	if total(hand) <= easyEnd {
		return wordEnd
	}
	if value(at.top(own)) <= easyTake {
		return write(heaviest(hand), wordTake)
	}
	return write(heaviest(hand), wordDraw)
}

// top is the card that lies on the pile.
func (p *position) top(s rules.Observation) card.Card { return s.Of(p.pile[len(p.pile)-1]) }

// heaviest is the drop with the most points, of equals the first.
func heaviest(hand []card.Card) []card.Card {
	return slices.MaxFunc(drops(hand), func(a, b []card.Card) int { return total(a) - total(b) })
}
