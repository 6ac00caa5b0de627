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
		left, now := rules.Points(with.leaves(with.dearest())), rules.Points(solve(hand, p.wild()).points())
		if s.verb == "take" {
			return fmt.Sprintf("leaves %s outside melds with %s, after the discard; now it is %s", left, top, now)
		}
		if left == now {
			return fmt.Sprintf("does without %s, which would leave as many points outside melds as now: %s", top, now)
		}
		return fmt.Sprintf("does without %s, with which %s would be left outside melds; now it is %s", top, left, now)
	case "out":
		return "goes out: all the other cards are in melds"
	}
	left := rules.Points(solve(hand, p.wild()).leaves(s.discard))
	if s.verb == "lay" {
		return fmt.Sprintf("lays melds and leaves %s", left)
	}
	return fmt.Sprintf("leaves %s outside melds", left)
}
