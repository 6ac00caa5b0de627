package fivecrowns

import "fives/engine/rules"

// StandIn draws and discards the card that the hand received last, also in a last turn.
// It lays nothing, so a hand in which nobody goes out ends with the cap (§5.6).
func (p *position) StandIn(seat int, public rules.Observation) string {
	if p.phase == choosing {
		return "draw"
	}
	hand := p.hands[seat]
	return sentence{verb: "discard", discard: public.Of(hand[len(hand)-1])}.write()
}

// StandIn places the card on the lowest open pile and discards it from there.
func (p *solitaire) StandIn(int, rules.Observation) string {
	s := sentence{verb: "place", discard: p.card}
	for i := range p.open() {
		s.pile = i + int(lowest)
		break
	}
	return s.write()
}
