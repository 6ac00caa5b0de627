package fivethreefive

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// StandIn passes, and leads its lowest card where it must (RULES 10). Every trick takes a
// card at least out of a hand, so the hand ends.
func (p *position) StandIn(seat int, public rules.Observation) string {
	if p.trick.exists() {
		return pass
	}
	lowest := slices.Min(ranksAt(p.hands[seat], public))
	return choice{lead, []card.Rank{lowest}}.String()
}
