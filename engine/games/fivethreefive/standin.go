package fivethreefive

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// StandIn passes; if it must lead (RULES 10), it leads the card that its hand received
// last. Every trick takes at least one card out of a hand, so the hand ends.
func (p *position) StandIn(seat int, public rules.Observation) (rules.Move, []rules.Slot) {
	if p.trick.exists() {
		return rules.Move{Seat: seat, Text: pass, StandIn: true}, nil
	}
	return rules.ByPlace(seat, p.hands[seat], public, func(c card.Card) string {
		return choice{lead, []card.Rank{c.Rank}}.String()
	})
}
