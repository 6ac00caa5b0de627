package command

import (
	"fmt"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/table"
	"fives/p2p/api"
)

// A reader prints the records of a log as they are checked.
type reader struct {
	s     *console.Streams
	style draw.Style
	all   bool // also print what only daemons do
	json  bool

	hands int            // how many results are printed
	moves map[uint64]int // the records of moves, by step
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

// each is called after every good record.
func (w *reader) each(n int, r record.Record, t *table.Table) {
	p, err := r.Peek()
	if err != nil {
		return
	}
	e := entry{Record: n, Step: p.Step, Kind: p.Kind, Name: author(r, p, t)}
	var names []string
	if t != nil {
		names = t.Terms().Names()
	}
	e.Text = story.Deed(p, names)
	if p.Kind == record.KindMove {
		w.moves[p.Step] = n
	}
	if w.all || listed[p.Kind] {
		w.print(e)
	}
	if t != nil {
		w.printUnsigned(n, p.Step, t)
		w.results(n, p.Step, t)
	}
}

// printUnsigned prints what follows from a record although nobody has signed it: that a step is owed
// again, or the moves of stand-ins.
func (w *reader) printUnsigned(n int, step uint64, t *table.Table) {
	if step >= t.Step() { // the record was not the last one of its step
		return
	}
	names := t.Terms().Names()
	for _, m := range story.Done(t, step, table.Pending{}) {
		switch {
		case m.Kind == story.Again:
			who := story.Event{Kind: m.Kind}
			for _, seat := range m.Seats {
				who.Names = append(who.Names, names[seat])
			}
			w.print(entry{Record: n, Step: step, Kind: again, Text: who.Says().String()})
		case m.StandIn:
			w.print(entry{Record: n, Step: step, Kind: standIn, Name: names[m.Seat], Text: m.Move})
		}
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

func author(r record.Record, p record.Payload, t *table.Table) string {
	if t != nil {
		if seat := t.Terms().SeatOf(r.Author); seat >= 0 {
			return t.Terms().Names()[seat]
		}
	}
	if join, err := record.Decode[record.Join](p); err == nil && p.Kind == record.KindJoin {
		return join.Name
	}
	return record.Fingerprint(r.Author)
}

func (w *reader) print(e entry) {
	if w.json {
		_ = w.s.JSON(e) // each cannot stop; the next write fails as well
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

// results prints the hands that a record has settled.
func (w *reader) results(n int, step uint64, t *table.Table) {
	names := t.Terms().Names()
	for _, r := range t.Results()[w.hands:] {
		w.hands++
		text := story.Settlement(r, names).Sentence().String()
		if w.json {
			w.print(entry{Record: n, Step: step, Kind: "settled", Text: text, Items: api.SheetOf(r.Settlement, names).Items})
			continue
		}
		w.s.Printf("%s  %s\n", w.style.Weak(fmt.Sprintf("%6s", "=")), w.style.Strong(say.Clean(text)))
		for _, l := range sheetOf(r, names, w.style, 8) {
			w.s.Printf("%s\n", l)
		}
		for _, b := range r.Violations {
			v := audit.Violation{Record: w.moves[uint64(b.At)], Seat: b.Seat, Name: names[b.Seat], Rule: b.Rule}
			w.s.Printf("%6s  %s\n", "!", w.style.Warning(say.Clean(v.String())))
		}
	}
}
