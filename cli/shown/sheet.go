package shown

import (
	"slices"
	"strings"

	"fives/cli/say"
	"fives/p2p/api"
)

// A Sheet lies over the screen until it is answered: a question, with what there is to choose, the
// result of a hand, or what it teaches.
type Sheet struct {
	Table   string // the ID of the one that it is about, "" for none
	Title   string
	Says    []string // sentences, of which the last or the first asks
	Choices []Deed   // what can be done about it, what is asked first
	No      string   // what doing none of it is called, without a capital
	Fields  Form     // how a choice is done, each with a choice already
	Count   *Count   // the result of a hand, nil for none
	Grid    *Grid    // numbers to look at, nil for none
	Parts   []LessonPart
	// Handovers are those that it lists, each of which is a choice; such a list stays until it is left.
	Handovers []api.Handover
}

// A Grid has a column for each player of a table, and a row for each settled hand.
type Grid struct {
	Names []string
	Rows  []GridRow
}

// A GridRow is what a hand brought each player, and the totals after it.
type GridRow struct {
	At     int // its place among the settled hands, from 1
	Number int // of the hand
	Void   bool
	Broken bool // a rule was broken
	Cells  []Result
}

// Scores shows how the scores of a table went, hand by hand.
func Scores(t api.Table) Sheet {
	s := Sheet{Table: t.ID, Title: "Scores", Says: []string{"No hand is counted yet."}, No: "back"}
	if len(t.Hands) == 0 {
		return s
	}
	s.Says, s.Grid = []string{say.Sentence(say.Goal(t.Game))}, &Grid{Names: t.Names()}
	for i, h := range t.Hands {
		s.Grid.Rows = append(s.Grid.Rows, GridRow{At: i + 1, Number: h.Number, Void: h.Void, Broken: len(h.Violations) > 0, Cells: Results(t, h)})
	}
	return s
}

// Chosen returns one of the choices, done as the fields say.
func (s Sheet) Chosen(i int) Deed {
	d := s.Choices[i]
	for _, f := range s.Fields {
		d = d.Fill(f.Name, f.Stands())
	}
	return d
}

// Facts returns the sentences that do not ask.
func (s Sheet) Facts() []string {
	return slices.DeleteFunc(slices.Clone(s.Says), func(text string) bool { return strings.HasSuffix(text, "?") })
}

// sure makes the question before a deed: yes is what its choice is called there.
func sure(title, yes, no string, d Deed, says ...string) *Sheet {
	d.Label, d.Short, d.Key = yes, yes, "y Y"
	return &Sheet{Table: d.With.Table, Title: title, Says: says, No: no, Choices: []Deed{d}}
}
