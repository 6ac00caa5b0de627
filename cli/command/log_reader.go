package command

import (
	"fmt"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/table"
	"fives/p2p/api"
)

// A lister prints the records of a story, one by one.
type lister struct {
	s     *console.Streams
	style draw.Style
	story *story.Story
	all   bool // also print what only daemons do
	json  bool
}

// An entry is a record as fives log prints it (JSON.md).
type entry struct {
	Record int         `json:"record"`
	Step   uint64      `json:"step"`
	Name   string      `json:"name"`
	Kind   record.Kind `json:"kind"`
	Text   string      `json:"text"`
	// Items holds the score sheets of a settled hand, by name.
	Items map[string][]api.Item `json:"items,omitempty"`
}

// list prints the records up to the first bad one, and what follows from them.
func (w lister) list() {
	follows := map[int][]func(){} // by record
	for _, h := range w.story.Hands {
		for i, m := range h.Moments {
			follows[m.Record] = append(follows[m.Record], func() { w.printUnsigned(h, i) })
		}
	}
	var names []string
	if w.story.Terms != nil {
		names = w.story.Terms.Names()
	}
	good := 0
	if n := len(w.story.Steps); n > 0 {
		good = w.story.Steps[n-1].Last
	}
	for i, r := range w.story.Log[:good] {
		p, _ := r.Peek()
		if w.all || listed[p.Kind] {
			w.print(entry{Record: i + 1, Step: p.Step, Kind: p.Kind, Name: author(r, p, w.story.Terms, names), Text: story.Deed(p, names)})
		}
		for _, print := range follows[i+1] {
			print()
		}
	}
}

// printUnsigned prints what follows from a record although nobody has signed it: that a step is owed
// again, a move of a stand-in, or the result of a hand.
func (w lister) printUnsigned(h *story.Hand, moment int) {
	m, told := h.Moments[moment], w.story.Event(h, moment, story.Onlooker)
	e := entry{Record: m.Record, Step: m.Step}
	switch {
	case m.Kind == story.Again:
		e.Kind, e.Text = again, told.Says().String()
		w.print(e)
	case m.StandIn:
		e.Kind, e.Name, e.Text = standIn, told.Name, m.Move
		w.print(e)
	case m.Kind == story.Settled:
		w.printResult(h, e, told.Sentence().String())
	}
}

// The kinds of entries that are not records: a move of a stand-in, and a step that is owed
// again.
const (
	standIn record.Kind = "stand-in"
	again   record.Kind = "again"
)

// listed are the kinds of records that are printed without --all.
var listed = map[record.Kind]bool{
	record.KindProposal: true, record.KindJoin: true, record.KindMove: true, record.KindLeave: true,
}

func author(r record.Record, p record.Payload, terms *table.Terms, names []string) string {
	if p.Kind == record.KindJoin {
		if join, err := record.Decode[record.Join](p); err == nil {
			return join.Name
		}
	}
	if p.Kind != record.KindProposal && terms != nil {
		if seat := terms.SeatOf(r.Author); seat >= 0 {
			return names[seat]
		}
	}
	return record.Fingerprint(r.Author)
}

func (w lister) print(e entry) {
	if w.json {
		_ = w.s.JSON(e) // the next write fails as well
		return
	}
	text := say.Clean(e.Text)
	switch e.Kind {
	case record.KindMove:
		text = draw.Move(w.style, e.Text)
	case standIn:
		text = "by the others: " + draw.Move(w.style, e.Text)
	}
	w.s.Printf("%s  %s  %s\n", w.style.Weak(fmt.Sprintf("%6d", e.Record)), layout.Pad(layout.Fit(say.Clean(e.Name), 16), 10), text)
}

// printResult prints the result of a hand, as the entry e says it in JSON.
func (w lister) printResult(h *story.Hand, e entry, text string) {
	names := w.story.Terms.Names()
	if w.json {
		e.Kind, e.Text, e.Items = "settled", text, api.SheetOf(h.Result.Settlement, names).Items
		w.print(e)
		return
	}
	w.s.Printf("%s  %s\n", w.style.Weak(fmt.Sprintf("%6s", "=")), w.style.Strong(say.Clean(text)))
	for _, l := range sheetOf(h.Result, names, w.style, 8) {
		w.s.Printf("%s\n", l)
	}
	for _, b := range w.story.Violations(h) {
		w.s.Printf("%6s  %s\n", "!", w.style.Warning(say.Clean(b.String())))
	}
}
