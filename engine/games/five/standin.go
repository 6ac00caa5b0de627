package five

import "fives/engine/rules"

// StandIn drops the card that the hand received last, and draws. It never ends the hand,
// so a hand in which nobody does is void at the cap (RULES 13).
func (p *position) StandIn(seat int, public rules.Observation) string {
	hand := public.Cards(p.hands[seat])
	return write(hand[len(hand)-1:], wordDraw)
}
