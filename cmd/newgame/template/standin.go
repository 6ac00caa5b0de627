package template

import "fives/engine/rules"

// StandIn plays the card that the hand received last.
func (p *position) StandIn(seat int, public rules.Observation) (rules.Move, []rules.Slot) {
	return rules.ByPlace(seat, p.hands[seat], public, write)
}
