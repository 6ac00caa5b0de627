package five

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// StandIn drops the card that the hand received last, and draws. It never ends the hand,
// so a hand in which nobody does is void at the cap (RULES 13).
func (p *position) StandIn(seat int, public rules.Observation) (rules.Move, []rules.Slot) {
	return rules.ByPlace(seat, p.hands[seat], public, func(c card.Card) string {
		return write([]card.Card{c}, wordDraw)
	})
}
