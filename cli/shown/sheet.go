package shown

import (
	"slices"
	"strings"
)

// A Sheet lies over the screen until it is answered: a question, with what there is to choose.
type Sheet struct {
	Title   string
	Says    []string // sentences, of which the last or the first asks
	Choices []Deed   // what can be done about it, what is asked first
	No      string   // what doing none of it is called, without a capital
	Fields  Form     // how a choice is done, each with a choice already
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
	d.Label, d.Key = yes, "y Y"
	return &Sheet{Title: title, Says: says, No: no, Choices: []Deed{d}}
}
