package five

import (
	"fmt"

	"fives/engine/rules"
)

// Reason says what follows from the rules and the seat's cards about a move
// ([rules.Reasoner]).
func (p *position) Reason(seat int, own rules.Observation, move string) (why string, speaksFor bool) {
	s, err := read(move)
	if err != nil {
		return "", false
	}
	t := &thought{position: p, seat: seat, own: own, unseen: p.unseen(seat, own)}
	hand, top := own.Cards(p.hands[seat]), t.top(own)
	points := total(hand)
	kept := points - total(s.drop)
	switch {
	case s.end && points < t.least():
		return fmt.Sprintf("ends with %s, and nobody else can have so few", rules.Points(points)), true
	case s.end:
		return fmt.Sprintf("ends with %s", rules.Points(points)), true
	case s.take:
		because := t.takeReason(without(hand, s.drop))
		return fmt.Sprintf("keeps %s with %s%s", rules.Points(kept+value(top)), top, because), because != ""
	case top.Rank != s.drop[0].Rank && t.cheap(top):
		return fmt.Sprintf("keeps %s, though %s is less than an unknown card on average", rules.Points(kept), top), false
	case top.Rank != s.drop[0].Rank:
		return fmt.Sprintf("keeps %s, and an unknown card is no more on average than %s", rules.Points(kept), top), true
	}
	return fmt.Sprintf("keeps %s", rules.Points(kept)), true
}
