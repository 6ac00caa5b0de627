package story

import (
	"fmt"
	"slices"
	"strings"

	"fives/engine/card"
	"fives/engine/record"
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

// Words is a sentence about a moment of a hand, as far as the viewer saw it.
func (s *Story) Words(h *Hand, moment, eyes int) card.Sentence {
	m := h.Moments[moment]
	switch m.Kind {
	case Begun:
		return text("Hand %d begins.", h.Number)
	case Drawn:
		return text("%s.", s.drawn(m.Seat))
	case Shuffled:
		return s.shuffled(m)
	case Opened:
		return s.opened(h, moment, eyes, cards)
	case Redone:
		return text("The shuffle goes on from an earlier stack: those behind it are void.")
	case Again:
		return text("%s.", s.again(m.Seats))
	case Covered:
		return text("%s, and act for %s.", s.away(m.Seat, m.Seats), s.Name(m.Seat))
	case Back:
		return text("%s is back.", s.Name(m.Seat))
	case Moved:
		return text("%s ", s.mover(m)).With(s.Move(h, moment))
	}
	return text("%s", Settlement(h.Result, s.Terms.Names()))
}

// mover says who has made a move.
func (s *Story) mover(m Moment) string {
	if m.StandIn {
		return "the stand-in for " + s.Name(m.Seat)
	}
	return s.Name(m.Seat)
}

// away says what votes say.
func (s *Story) away(seat int, by []int) string {
	return fmt.Sprintf("%s %s that %s is away", s.Names(by), one(by, "says", "say"), s.Name(seat))
}

// again says that seats of two nodes were voted away.
func (s *Story) again(seats []int) string {
	all := "both"
	if len(seats) > 2 {
		all = "all"
	}
	return fmt.Sprintf("%s were %s voted away: nobody is covered, %s owe it again", s.Names(seats), all, all)
}

// drawn says on which seat the lot fell, and what that makes it do.
func (s *Story) drawn(seat int) string {
	return s.Name(seat) + " is drawn by lot to " + s.Terms.Rules.Duty
}

func text(format string, args ...any) card.Sentence { return card.Text(fmt.Sprintf(format, args...)) }

// cards writes cards behind something.
func cards(list []card.Card) card.Sentence {
	if len(list) == 0 {
		return nil
	}
	return card.Text(" ").Cards(list...)
}

func (s *Story) shuffled(m Moment) card.Sentence {
	verb, again := "shuffle", ""
	if len(m.Seats) == 1 {
		verb = "shuffles"
	}
	if m.Again {
		again = " again"
	}
	return text("%s %s %d cards%s.", s.Names(m.Seats), verb, m.Stack, again)
}

// Names lists the names of seats in a phrase: "ana, ben and cleo".
func (s *Story) Names(seats []int) string {
	names := record.ShowNames(s.Nicknames(seats))
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

var verbs = map[rules.Why]string{
	rules.Deal: "is dealt", rules.Draw: "draws", rules.TakeUp: "takes up", rules.Show: "shows", rules.TurnUp: "turns up",
}

func (s *Story) opened(h *Hand, moment, eyes int, list func([]card.Card) card.Sentence) (said card.Sentence) {
	m := h.Moments[moment]
	for i, share := range h.Shares(moment, eyes) {
		if i > 0 {
			said = said.Text("; ")
		}
		switch {
		case share.Seat == rules.None:
			said = said.Text("turned up:")
		case m.Why == rules.Cover:
			which := one(share.Cards, "the card that", "the cards of which")
			said = said.With(text("%s the stand-in for %s plays%s:", which, s.Name(share.Seat), one(share.Cards, "", " one")))
		default:
			said = said.With(text("%s %s", s.Name(share.Seat), verbs[m.Why]))
		}
		said = said.With(list(share.Cards))
	}
	if len(m.Slept) > 0 {
		said = said.With(text("; %s slept through the deal", s.Names(m.Slept)))
	}
	return said
}

// Move is a move of a hand as a sentence without its subject.
func (s *Story) Move(h *Hand, moment int) card.Sentence {
	m := h.Moments[moment]
	return s.Terms.Rules.Tell(m.Move, h.final.Cards(m.Named)...)
}
