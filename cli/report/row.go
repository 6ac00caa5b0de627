package report

import (
	"strings"

	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/engine/story"
)

// A row is what happened at one time: a deal, or a move and the cards that it
// brought.
type row struct {
	Kind      story.Kind
	Marks     []rules.Mark // of the cards
	Why       rules.Why
	N         int // the number of the move, from 1
	Look      shown.Sign
	Name      string
	StandIn   bool // the others made it for Name
	Said      card.Sentence
	Then      []card.Sentence // what the move led to
	Deal      []share
	Table     []zone // what lies differently now
	Violation string
}

// A share is cards that a seat was dealt or has shown.
type share struct {
	Look  shown.Sign
	Name  string
	Cards []card.Card
	Marks []rules.Mark
}

// newRows tells the moments of a hand; a move and the draw that follows it are one row.
func newRows(s *story.Story, h *story.Hand, a *album) []row {
	var rows []row
	look := a.look(s)
	n, drawn := 0, 0 // drawn is the moment that the last row has drawn
	for i, m := range h.Moments {
		if m.Kind == story.Begun || m.Kind == story.Settled {
			continue
		}
		if k := len(rows) - 1; k >= 0 && follows(rows[k], m) {
			rows[k].Then = append(rows[k].Then, outcome(s, h, i, rows[k].Name))
			rows[k].Table = changes(s, h, drawn, i)
			continue
		}
		drawn = max(0, i-1)
		r := row{Kind: m.Kind, Why: m.Why, Marks: h.View(i, story.Onlooker).Marks}
		switch {
		case m.Kind == story.Moved:
			n++
			r.N, r.Look, r.Name, r.Said = n, look[m.Seat], s.Name(m.Seat), s.Move(h, i)
			r.StandIn = m.StandIn
			r.Table, r.Violation = changes(s, h, drawn, i), violation(s, h, m)
		case m.Kind == story.Opened && m.Why != rules.Show:
			r.Said, r.Deal = headline(s, m), shares(s, h, i, a, r.Marks)
		case m.Kind == story.Opened:
			r.Said = card.Text("All hands are shown.")
		default:
			r.Said = s.Event(h, i, story.Everybody).Sentence()
		}
		rows = append(rows, r)
	}
	return rows
}

// follows reports whether a moment only completes the move before it.
func follows(r row, m story.Moment) bool {
	return r.Kind == story.Moved && m.Kind == story.Opened && m.Why != rules.Deal && m.Why != rules.Show && m.Why != rules.Cover && len(m.Cards) <= few
}

// few is how many cards still fit on a line.
const few = 6

// outcome says what a move led to, without the name of its seat.
func outcome(s *story.Story, h *story.Hand, i int, name string) card.Sentence {
	sentence := s.Event(h, i, story.Everybody).Sentence()
	if len(sentence) > 0 {
		sentence[0].Text = strings.TrimPrefix(sentence[0].Text, name+" ")
	}
	return sentence
}

var headlines = map[rules.Why]string{
	rules.Deal: "Dealt", rules.Draw: "Drawn", rules.TurnUp: "Turned up", rules.TakeUp: "Taken up",
	rules.Cover: "The card that the others play",
}

func headline(s *story.Story, m story.Moment) card.Sentence {
	text := headlines[m.Why]
	if len(m.Slept) > 0 {
		text += "; " + s.Names(m.Slept) + " missed the deal"
	}
	return card.Text(text)
}

func shares(s *story.Story, h *story.Hand, i int, a *album, marks []rules.Mark) []share {
	var list []share
	for _, x := range h.Shares(i, story.Everybody) {
		v := share{Cards: a.add(sortCards(x.Cards)), Marks: marks}
		if x.Seat != rules.None {
			v.Name, v.Look = s.Name(x.Seat), a.look(s)[x.Seat]
		}
		list = append(list, v)
	}
	return list
}

func violation(s *story.Story, h *story.Hand, m story.Moment) string {
	for _, b := range s.Violations(h) {
		if b.Record == m.Record {
			return b.Rule
		}
	}
	return ""
}
