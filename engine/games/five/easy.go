package five

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

const (
	easyEnd  = 6 // most points with which it ends in the first lap
	easyTake = 3 // most points of a card that it takes
)

// easy drops what counts most and ends with a small hand. It takes a low card of
// another rank for dearer ones, so that its hand gets smaller with each take.
func easy(p rules.Position, seat int, own rules.Observation, _ *rand.Rand) rules.Choice {
	at := p.(*position)
	hand := own.Cards(at.hands[seat])
	if total(hand) <= patience(at.laps()) {
		return rules.Choice{Move: wordEnd, Why: fmt.Sprintf("ends with %s", rules.Points(total(hand)))}
	}
	drop := heaviest(hand)
	top := at.top(own)
	if value(top) <= easyTake && value(top) < total(drop) && top.Rank != drop[0].Rank {
		return rules.Choice{Move: write(drop, wordTake), Why: fmt.Sprintf("drops %s and takes a low card", rules.Points(total(drop)))}
	}
	return rules.Choice{Move: write(drop, wordDraw), Why: fmt.Sprintf("drops the most that it can: %s", rules.Points(total(drop)))}
}

// patience returns the most points with which easy ends the hand after that many laps: one
// more with each lap.
func patience(laps int) int { return easyEnd + laps }

// laps returns the number of completed laps of the hand.
func (p *position) laps() int { return (p.turns - 1) / len(p.active) }

// top returns the top card of the pile.
func (p *position) top(s rules.Observation) card.Card { return s.Of(p.pile[len(p.pile)-1]) }

// heaviest returns the drop with the most points, of equals the first.
func heaviest(hand []card.Card) []card.Card {
	return slices.MaxFunc(drops(hand), func(a, b []card.Card) int { return total(a) - total(b) })
}
