package fivecrowns

import (
	"fmt"

	"fives/engine/rules"
)

// Reason says what follows from the rules and the seat's cards about a move
// ([rules.Reasoner]).
func (p *position) Reason(seat int, own rules.Observation, move string) (why string, speaksFor bool) {
	s, err := p.read(move)
	if err != nil {
		return "", false
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
		after, before := with.leaves(with.dearest(p.last)), solve(hand, p.wild()).points()
		left, now := rules.Points(after), rules.Points(before)
		if s.verb == "take" {
			return fmt.Sprintf("leaves %s outside melds with %s, after %s; now it is %s", left, top, discard, now), after < before || isWild(top, p.wild())
		}
		return fmt.Sprintf("does without %s, which would leave %s outside melds, after %s; now it is %s", top, left, discard, now), after >= before && !isWild(top, p.wild())
	case "out":
		return "goes out: all the other cards are in melds", true
	}
	left := rules.Points(solve(hand, p.wild()).leaves(s.discard))
	if s.verb == "lay" {
		return fmt.Sprintf("lays melds and leaves %s", left), true
	}
	return fmt.Sprintf("leaves %s outside melds", left), true
}
