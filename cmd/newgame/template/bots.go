package template

import (
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// easy plays any card.
func easy(p rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	moves := p.Moves(seat, own)
	return rules.Choice{Move: moves[r.IntN(len(moves))], Why: "any card will do"}
}

// good takes the trick as cheaply as it can, and throws its lowest card away if
// it cannot. It leads its highest card.
func good(p rules.Position, seat int, own rules.Observation, _ *rand.Rand) rules.Choice {
	at := p.(*position)
	hand := own.Cards(at.hands[seat])
	slices.SortFunc(hand, compare)
	if len(at.trick) == 0 || len(at.trick) == len(at.hands) {
		return rules.Choice{Move: write(hand[len(hand)-1]), Why: "leads its highest card"}
	}
	top := leading(at.trick).card
	if i := slices.IndexFunc(hand, func(c card.Card) bool { return compare(c, top) > 0 }); i >= 0 {
		return rules.Choice{Move: write(hand[i]), Why: "takes the trick as cheaply as it can"}
	}
	return rules.Choice{Move: write(hand[0]), Why: "cannot take the trick, and throws its lowest card away"}
}
