package furiousfive

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// Reason says what follows from the rules and the seat's cards about a move
// ([rules.Reasoner]).
func (p *position) Reason(seat int, own rules.Observation, move string) (why string, speaksFor bool) {
	s, err := read(move)
	if err != nil {
		return "", false
	}
	t := &thought{position: p, seat: seat, own: own, cards: own.Cards(p.hands[seat])}
	t.unseen = t.hidden()
	if s.call {
		return fmt.Sprintf("calls with %s", rules.Points(total(t.cards))), true
	}
	drop := slices.Concat(s.groups...)
	sheds := "gets rid of " + rules.Points(total(drop))
	rest := slices.DeleteFunc(slices.Clone(t.cards), func(c card.Card) bool { return slices.Contains(drop, c) })
	if s.take.Known() {
		because, certain := t.certain(rest, s.take)
		return sheds + because, certain
	}
	switch lie := own.Cards(p.takeable()); {
	case len(lie) == 0:
		return sheds + ", and no card lies there to be taken", true
	case !slices.ContainsFunc(lie, t.low):
		return sheds + ", and an unknown card is less on average than what lies there", true
	}
	return sheds, true
}

// certain is the reason to take a card that a drop leaves room for, as far as it is certain, and
// whether it is one.
func (t *thought) certain(rest []card.Card, c card.Card) (string, bool) {
	hand := append(slices.Clip(rest), c)
	pays := total(hand) <= t.options.Int("call-max")
	if pays || t.fits(hand, c) != nil || t.low(c) {
		return ", " + t.takeReason(rest, c), true
	}
	return fmt.Sprintf(", but %s is no less than an unknown card on average", c), false
}
