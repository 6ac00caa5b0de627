package template

import (
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// easy plays any card.
func easy(p rules.Position, seat int, own rules.Observation, r *rand.Rand) string {
	moves := p.Moves(seat, own)
	return moves[r.IntN(len(moves))]
}

// good takes the trick as cheaply as it can, and throws its lowest card away if
// it cannot. It leads its highest card.
func good(p rules.Position, seat int, own rules.Observation, _ *rand.Rand) string {
	at := p.(*position)
	hand := own.Cards(at.hands[seat])
	slices.SortFunc(hand, compare)
	if len(at.trick) == 0 || len(at.trick) == len(at.hands) {
		return write(hand[len(hand)-1])
	}
	top := leading(at.trick).card
	if i := slices.IndexFunc(hand, func(c card.Card) bool { return compare(c, top) > 0 }); i >= 0 {
		return write(hand[i])
	}
	return write(hand[0])
}
