package story

import (
	"fives/engine/table"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// A Share is the cards that a moment opened to one seat, or of one seat's hand.
type Share struct {
	Seat  int // rules.None for nobody's
	Cards []card.Card
}

// Shares lists the cards that a moment opened, as far as the viewer knew them: by the
// seat that got them, or by the seat that held them if everybody saw them.
func (h *Hand) Shares(moment, eyes int) []Share {
	m, observation := h.Moments[moment], h.Observation(moment, eyes)
	var shares []Share
	for _, o := range m.Cards {
		seat := o.To
		if seat == rules.None {
			seat = m.owner(o.Slot)
		}
		i := slices.IndexFunc(shares, func(s Share) bool { return s.Seat == seat })
		if i < 0 {
			i = len(shares)
			shares = append(shares, Share{Seat: seat})
		}
		shares[i].Cards = append(shares[i].Cards, observation.Of(o.Slot))
	}
	slices.SortStableFunc(shares, func(a, b Share) int { return a.Seat - b.Seat })
	return shares
}

// Event is what has happened at a moment of a hand, as far as the viewer saw it.
func (s *Story) Event(h *Hand, moment, eyes int) Event {
	m := h.Moments[moment]
	e := Event{
		Kind: m.Kind, Names: s.Nicknames(m.Seats), Slept: s.Nicknames(m.Slept), Hand: h.Number,
		Stack: m.Stack, Again: m.Again, Why: m.Why, StandIn: m.StandIn, Missed: len(m.Missed),
	}
	if m.Seat != rules.None {
		e.Name = s.Nickname(m.Seat)
	}
	switch m.Kind {
	case Drawn:
		e.Duty = s.Terms.Rules.Duty
	case Opened:
		e.Got = s.got(h.Shares(moment, eyes), func(list []card.Card) card.Sentence { return card.Sentence(nil).Cards(list...) })
	case Moved:
		e.Move = s.Move(h, moment)
	case Settled:
		return Settlement(h.Result, s.Terms.Names())
	}
	return e
}

// got is shares by name, with the cards as list has them.
func (s *Story) got(shares []Share, list func([]card.Card) card.Sentence) (all []Got) {
	for _, x := range shares {
		g := Got{Said: list(x.Cards), Many: len(x.Cards) > 1}
		if x.Seat != rules.None {
			g.Name = s.Nickname(x.Seat)
		}
		all = append(all, g)
	}
	return all
}

// Settlement is the result of a hand, by the names of the seats.
func Settlement(r *table.Result, names []string) Event {
	return Event{Kind: Settled, Names: names, Hand: r.Hand, Void: r.Void, Points: r.Points(), Scores: r.Scores}
}

// Names lists the names of seats in a phrase: "ana, ben and cleo".
func (s *Story) Names(seats []int) string { return and(s.Nicknames(seats)) }

// Move is a move of a hand as a sentence without its subject.
func (s *Story) Move(h *Hand, moment int) card.Sentence {
	m := h.Moments[moment]
	return s.Terms.Rules.Tell(m.Move, h.final.Cards(m.Named)...)
}
