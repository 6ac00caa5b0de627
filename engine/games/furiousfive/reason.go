package furiousfive

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// Reason says what follows from the rules and the seat's cards about a move
// ([rules.Reasoner]).
func (p *position) Reason(seat int, own rules.Observation, move string) string {
	s, err := read(move)
	if err != nil {
		return ""
	}
	t := &thought{position: p, seat: seat, own: own, cards: own.Cards(p.hands[seat])}
	t.unseen = t.hidden()
	if s.call {
		return fmt.Sprintf("calls with %s", rules.Points(total(t.cards)))
	}
	drop := slices.Concat(s.groups...)
	sheds := "gets rid of " + rules.Points(total(drop))
	rest := slices.DeleteFunc(slices.Clone(t.cards), func(c card.Card) bool { return slices.Contains(drop, c) })
	if s.take.Known() {
		return sheds + t.certain(rest, s.take)
	}
	switch lie := own.Cards(p.takeable()); {
	case len(lie) == 0:
		return sheds + ", and no card lies there to be taken"
	case !slices.ContainsFunc(lie, t.low):
		return sheds + ", and an unknown card is less on average than what lies there"
	}
	return sheds
}

// certain is the reason to take a card that a drop leaves room for, as far as it is certain.
func (t *thought) certain(rest []card.Card, c card.Card) string {
	hand := append(slices.Clip(rest), c)
	pays := total(hand) <= t.options.Int("call-max")
	fits := slices.ContainsFunc(t.aces.combinations(hand), func(k pick) bool { return slices.Contains(k.of(hand), c) })
	if pays || fits || t.low(c) {
		return ", " + t.takeReason(rest, c)
	}
	return fmt.Sprintf(", but %s is no less than an unknown card on average", c)
}
