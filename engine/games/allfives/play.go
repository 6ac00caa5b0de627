package allfives

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// Named returns the card that a text plays.
func (p *position) Named(text string) ([]card.Card, error) {
	words := rules.Words(text)
	switch {
	case len(words) == 2 && words[0] == "play":
		c, err := card.Parse(words[1])
		if err != nil {
			return nil, rules.Illegal("%q is not a card", words[1])
		}
		return []card.Card{c}, nil
	case len(words) > 2 && words[0] == "play":
		return nil, rules.Illegal("everybody plays one card to a trick, not %d", len(words)-1)
	case len(words) == 1 && slices.Contains([]string{"stand", "beg", "take-one", "run"}, words[0]):
		return nil, nil
	}
	return nil, rules.Illegal("a move is stand, beg, take-one, run, or play CARD")
}

// Play makes a move.
func (p *position) Play(m rules.Move, public rules.Observation) (rules.Position, error) {
	if !p.waits() || m.Seat != p.turn {
		return nil, rules.Illegal("it is not this seat's turn")
	}
	named, err := p.Named(m.Text)
	if err != nil {
		return nil, err
	}
	var next *position
	if len(named) == 0 {
		next, err = p.answer(m, public)
	} else {
		next, err = p.lay(m, named[0], public)
	}
	if err != nil {
		return nil, err
	}
	return next, nil
}

// lay plays a card to the trick. For a card that does not fit the obligation it adds a
// claim, unless a stand-in plays it: then the hand lies open.
func (p *position) lay(m rules.Move, c card.Card, public rules.Observation) (*position, error) {
	if p.phase != playing {
		return nil, p.unexpected()
	}
	next := *p
	held := p.hands[m.Seat]
	next.hands = slices.Clone(p.hands)
	next.hands[m.Seat] = slices.DeleteFunc(slices.Clone(held), func(x rules.Slot) bool { return x == m.Cards[0] })
	if d := obligationOf(p.trick, p.trump, p.strict); len(p.trick) > 0 && !d.fits(c) && !m.StandIn {
		next.claims = append(slices.Clip(p.claims), claim{seat: m.Seat, at: m.At, obligation: d, hand: held})
	}
	next.trick = append(slices.Clip(p.trick), play{seat: m.Seat, card: c})
	next.turn = p.following(m.Seat)
	if len(next.trick) == p.seats {
		next.gather(public)
	}
	return &next, nil
}

// gather gives a complete trick to its winner, who leads to the next.
func (p *position) gather(public rules.Observation) {
	trick, won := p.trick, leading(p.trick, p.trump).seat
	p.tricks = slices.Clone(p.tricks)
	p.tricks[won]++
	for _, l := range trick {
		p.spent = append(slices.Clip(p.spent), l.card)
	}
	p.trick, p.last, p.turn = nil, trick, won
	if item := p.takings(trick); item.Points > 0 {
		p.score(won, item, public)
	}
	if p.phase == playing && len(p.hands[won]) == 0 {
		p.turn = rules.None
		p.finish(public)
	}
}

// takings returns the line for a trick on the score sheet of its winner, with the trumps
// that score (RULES 2.2).
func (p *position) takings(trick []play) rules.Item {
	n := 0
	for _, won := range p.tricks {
		n += won
	}
	item := rules.Item{What: fmt.Sprintf("trumps in trick %d", n), Points: stake(trick, p.trump), Rule: "2.2"}
	for _, l := range trick {
		if points(l.card, p.trump) > 0 {
			item.Cards = append(item.Cards, l.card)
		}
	}
	return item
}

// score adds points at once. Whoever reaches the target has won on the spot; the
// cards still held are shown for the audit.
func (p *position) score(seat int, item rules.Item, public rules.Observation) {
	p.note(seat, item)
	p.scores = slices.Clone(p.scores)
	p.scores[seat] += item.Points
	if p.scores[seat] < p.target {
		return
	}
	p.winner, p.turn = seat, rules.None
	p.unshown = public.Hidden(slices.Concat(p.hands...))
	p.phase = showing
	if len(p.unshown) == 0 {
		p.finish(public)
	}
}

// note adds a line to a score sheet.
func (p *position) note(seat int, item rules.Item) {
	p.items = slices.Clone(p.items)
	p.items[seat] = append(slices.Clip(p.items[seat]), item)
}

// finish ends the hand. It adds lines for the cards still held, and one to each empty
// score sheet.
func (p *position) finish(public rules.Observation) {
	p.phase = finishing
	for seat, hand := range p.hands {
		if len(hand) > 0 {
			p.note(seat, rules.Item{What: "cards still held", Cards: public.Cards(hand), Rule: "7.1"})
		}
		if len(p.items[seat]) == 0 {
			p.note(seat, rules.Item{What: "no trump that scores", Rule: "2.2"})
		}
	}
}
