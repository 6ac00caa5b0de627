package fivecrowns

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// StandIn draws and discards the card that the hand received last, also in a last turn.
// It lays nothing, so a hand in which nobody goes out ends with the cap (§5.6).
func (p *position) StandIn(seat int, public rules.Observation) (rules.Move, []rules.Slot) {
	if p.phase == choosing {
		return rules.Move{Seat: seat, Text: "draw", StandIn: true}, nil
	}
	return rules.ByPlace(seat, p.hands[seat], public, func(c card.Card) string {
		return sentence{verb: "discard", discard: c}.write()
	})
}

// StandIn places the card on the lowest open pile and discards it from there.
func (p *solitaire) StandIn(seat int, _ rules.Observation) (rules.Move, []rules.Slot) {
	s := sentence{verb: "place", discard: p.card}
	for i := range p.open() {
		s.pile = i + int(lowest)
		break
	}
	return rules.Move{Seat: seat, Text: s.write(), StandIn: true}, nil
}
