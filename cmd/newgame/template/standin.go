package template

import (
	"slices"

	"fives/engine/rules"
)

// StandIn plays the lowest card of the hand.
func (p *position) StandIn(seat int, public rules.Observation) string {
	return write(slices.MinFunc(public.Cards(p.hands[seat]), compare))
}
