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
		discard := "the discard"
		if wilds := len(with.wilds); !p.last && wilds > 0 && wilds <= len(hand) {
			discard = "a discard that is not wild"
		}
		left, now := rules.Points(with.leaves(with.dearest(p.last))), rules.Points(solve(hand, p.wild()).points())
		if s.verb == "take" {
			return fmt.Sprintf("leaves %s outside melds with %s, after %s; now it is %s", left, top, discard, now)
		}
		return fmt.Sprintf("does without %s, which would leave %s outside melds, after %s; now it is %s", top, left, discard, now)
	case "out":
		return "goes out: all the other cards are in melds"
	}
	left := rules.Points(solve(hand, p.wild()).leaves(s.discard))
	if s.verb == "lay" {
		return fmt.Sprintf("lays melds and leaves %s", left)
	}
	return fmt.Sprintf("leaves %s outside melds", left)
}
