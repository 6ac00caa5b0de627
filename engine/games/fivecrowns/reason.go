package fivecrowns

import (
	"fmt"

	"fives/engine/rules"
)

// Reason says what follows from the rules and the seat's cards about a move
// ([rules.Reasoner]).
func (p *position) Reason(seat int, own rules.Observation, move string) string {
	s, err := p.read(move)
	if err != nil {
		return ""
	}
	hand := own.Cards(p.hands[seat])
	switch s.verb {
	case "draw", "take":
		top := own.Of(p.pile[len(p.pile)-1])
		with := solve(append(hand, top), p.wild())
		return fmt.Sprintf("with %s, %s would be left outside melds after the discard; without it, %s are outside now",
			top, rules.Points(with.leaves(with.dearest())), rules.Points(solve(hand, p.wild()).points()))
	case "out":
		return "goes out: all the other cards are in melds"
	}
	left := rules.Points(solve(hand, p.wild()).leaves(s.discard))
	if s.verb == "lay" {
		return fmt.Sprintf("lays melds and leaves %s", left)
	}
	return fmt.Sprintf("leaves %s outside melds", left)
}
