package furiousfive

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// StandIn drops the card that the hand received last, alone, and draws from the stock. It
// never calls, so a hand in which nobody does is void at the cap (RULES 7.2).
func (p *position) StandIn(seat int, public rules.Observation) (rules.Move, []rules.Slot) {
	return rules.ByPlace(seat, p.hands[seat], public, func(c card.Card) string {
		return "drop " + c.String() + " draw"
	})
}
