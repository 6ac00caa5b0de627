package story

import (
	"cmp"
	"slices"

	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/rules"
)

// A Step is the records of one step of a table. Leave notices belong to no step; each
// gets a Step of its own.
type Step struct {
	Number      uint64
	First, Last int // its records, from 1
	Kind        record.Kind
	Seats       []int // authors of the records, in the order of the log; none for a proposal
	Votes       []Ballot
	Stack       int // number of cards in a stack
	Move        string
}

// A Ballot is the votes that a seat is away, in place of the record that it owes.
type Ballot struct {
	Seat int
	By   []int // who has signed them
}

// voters are those who say that a seat is away.
func (st Step) voters(seat int) []int {
	for _, b := range st.Votes {
		if b.Seat == seat {
			return b.By
		}
	}
	return nil
}

// note adds a record to the step to which it belongs, in which such records are owed.
func (s *Story) note(n, seat int, p record.Payload, owed record.Kind) {
	k, vote := len(s.Steps)-1, p.Kind == record.KindAway
	if !vote {
		owed = p.Kind
	}
	if k < 0 || s.Steps[k].Number != p.Step || s.Steps[k].Kind != owed || p.Kind == record.KindLeave {
		s.Steps = append(s.Steps, Step{Number: p.Step, First: n, Kind: owed})
		k++
	}
	st := &s.Steps[k]
	st.Last = n
	if vote {
		st.vote(seat, p)
		return
	}
	if p.Kind != record.KindProposal {
		st.Seats = append(st.Seats, seat)
	}
	switch p.Kind {
	case record.KindStack:
		body, _ := record.Decode[record.Stack](p)
		st.Stack = len(body.Stack) / maskSize
	case record.KindMove:
		body, _ := record.Decode[record.Move](p)
		st.Move = body.Text
	}
}

// vote adds a vote of a seat.
func (st *Step) vote(seat int, p record.Payload) {
	about := int(p.About[0])
	if k := len(st.Votes) - 1; k < 0 || st.Votes[k].Seat != about {
		st.Votes = append(st.Votes, Ballot{Seat: about})
	}
	b := &st.Votes[len(st.Votes)-1]
	b.By = append(b.By, seat)
}

// At finds the moment of a kind at a step, and the hand that it belongs to.
func (s *Story) At(kind Kind, step uint64) (h *Hand, moment int, ok bool) {
	for _, h := range s.Hands {
		for i, m := range h.Moments {
			if m.Kind == kind && m.Step == step {
				return h, i, true
			}
		}
	}
	return nil, 0, false
}

// New lists the cards that became public at a moment.
func (h *Hand) New(moment int) []card.Card {
	var before rules.Observation
	if moment > 0 {
		before = h.Moments[moment-1].public
	}
	var list []card.Card
	for x, c := range h.Moments[moment].public {
		if c.Known() && !before.Of(rules.Slot(x)).Known() {
			list = append(list, c)
		}
	}
	return list
}

// Told is a sentence about a step, for an onlooker: it has the number of cards dealt to
// a seat, and the cards themselves only if they are public.
func (s *Story) Told(st Step) card.Sentence {
	var parts []card.Sentence
	for _, b := range st.Votes {
		parts = append(parts, card.Text(away(s.Nicknames(b.By), s.Nickname(b.Seat))))
	}
	if own := s.toldOwn(st); len(own) > 0 {
		parts = append(parts, own)
	}
	if h, i, ok := s.At(Again, st.Number); ok {
		parts = append(parts, s.Event(h, i, Onlooker).Says())
	}
	parts = append(parts, s.toldStandIns(st)...)
	if st.Kind == record.KindAccept {
		parts = append(parts, s.takeovers()...)
	}
	var told card.Sentence
	for i, part := range parts {
		if i > 0 {
			told = told.Text("; ")
		}
		told = told.With(part)
	}
	return told
}

// toldStandIns says which moves of stand-ins a step has led to.
func (s *Story) toldStandIns(st Step) (parts []card.Sentence) {
	h, i, ok := s.At(Moved, st.Number)
	for ; ok && i < len(h.Moments) && h.Moments[i].Step == st.Number; i++ {
		if h.Moments[i].StandIn {
			parts = append(parts, s.Event(h, i, Onlooker).Says())
		}
	}
	return parts
}

// toldOwn says what the seats have done that owed something in a step, and were not away;
// where cards are opened, the others have done it for those who were.
func (s *Story) toldOwn(st Step) card.Sentence {
	who := s.Names(st.Seats)
	switch st.Kind {
	case record.KindProposal:
		return text("%s was proposed", cmp.Or(s.Title(), "a table"))
	case record.KindJoin:
		if len(s.Report.Seats) == 0 { // what follows was bad
			return text("%d %s taken", len(st.Seats), one(st.Seats, "seat was", "seats were"))
		}
	case record.KindShares:
		if h, i, ok := s.At(Opened, st.Number); ok {
			e := s.Event(h, i, Onlooker)
			e.Got = s.got(h.Shares(i, Onlooker), counted)
			return e.Says()
		}
		if h, i, ok := s.At(Drawn, st.Number); ok {
			return s.Event(h, i, Onlooker).Says()
		}
	}
	switch {
	case len(st.Seats) == 0:
		return nil
	case st.Kind == record.KindStack:
		return text("%s %s", who, shuffles(st.Stack))
	case st.Kind == record.KindMove:
		return s.moveSentence(st)
	}
	return text("%s %s", who, one(st.Seats, deeds[st.Kind].one, deeds[st.Kind].several))
}

func (s *Story) moveSentence(st Step) card.Sentence {
	said := text("%s ", s.Names(st.Seats))
	h, i, ok := s.At(Moved, st.Number)
	if !ok {
		return said.With(s.Terms.Rules.Tell(st.Move))
	}
	said = said.With(s.Move(h, i))
	named := h.final.Cards(h.Moments[i].Named)
	shown := slices.DeleteFunc(h.New(i), func(c card.Card) bool { return slices.Contains(named, c) })
	if len(shown) > 0 {
		said = said.Text(", which showed ").Cards(shown...)
	}
	return said
}

// counted writes the cards if all are known, and otherwise their number.
func counted(list []card.Card) card.Sentence {
	if slices.ContainsFunc(list, func(c card.Card) bool { return !c.Known() }) {
		return text("%d %s", len(list), one(list, "card", "cards"))
	}
	return card.Sentence(nil).Cards(list...)
}

// one chooses between the words for one and for several.
func one[T any](list []T, single, several string) string {
	if len(list) == 1 {
		return single
	}
	return several
}
