package fivethreefive

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// Reason says what follows from the rules and the seat's cards about a move
// ([rules.Reasoner]).
func (p *position) Reason(seat int, own rules.Observation, move string) (why string, speaksFor bool) {
	if _, err := p.Named(move); err != nil {
		return "", false
	}
	c, hand := readChoice(move), own.Cards(p.hands[seat])
	keeps := c.verb == pass && !slices.Contains(hand, card.Card{Rank: eight})
	return (&thought{position: p, seat: seat, own: own}).reason(c), !keeps
}

// reason says what follows from the rules and the seat's cards about a move.
func (t *thought) reason(c choice) string {
	hand := t.own.Cards(t.hands[t.seat])
	if c.verb == pass {
		if slices.Contains(hand, card.Card{Rank: eight}) {
			return "keeps the 8, which can clear a trick"
		}
		return fmt.Sprintf("keeps all %d cards", len(hand))
	}
	sheds := "gets rid of a card"
	if n := len(c.ranks); n > 1 {
		sheds = fmt.Sprintf("gets rid of %d cards", n)
	}
	top := t.after(c)
	switch {
	case len(c.ranks) == len(hand) && len(t.packets[t.seat]) == 0:
		return "plays the last cards, which ends the hand"
	case top.full(copies(t.seats)):
		return fmt.Sprintf("%s, and a %s of %d clears the trick", sheds, top.kind, len(top.ranks))
	case c.verb != lead && slices.Contains(c.ranks, eight):
		return sheds + ", and the 8 clears the trick"
	}
	return sheds + t.covers(top)
}

// after returns the trick after a move.
func (t *thought) after(c choice) meld {
	cards := c.ranks
	if c.verb == add {
		cards = slices.Concat(t.trick.ranks, cards)
	}
	top, _ := meldOf(cards)
	return top
}

// covers says what it would take to cover a trick.
func (t *thought) covers(top meld) string {
	switch {
	case len(top.ranks) > longest:
		return ": nobody can cover so many"
	case t.options.big && len(top.ranks) < longest:
		return ""
	case top.kind == run && top.low() == numbers[0]:
		return ": no run is lower"
	case top.kind == run:
		return ": only a lower run covers it"
	case top.low() == numbers[len(numbers)-1]:
		return fmt.Sprintf(": no %s is higher", top.kind)
	}
	return fmt.Sprintf(": only a higher %s covers it", top.kind)
}
