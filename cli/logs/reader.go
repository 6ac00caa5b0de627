package logs

import (
	"fmt"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/words"
	"fives/engine/record"
	"fives/engine/table"
)

// A reader prints the records of a log as they are checked.
type reader struct {
	s     *console.Streams
	style draw.Style
	all   bool // also what only daemons do
	json  bool

	hands int // results printed
}

// An entry is a record as log prints it (JSON.md).
type entry struct {
	Record int         `json:"record"`
	Step   uint64      `json:"step"`
	Name   string      `json:"name"`
	Kind   record.Kind `json:"kind"`
	Text   string      `json:"text"`
}

// each is called after every good record.
func (w *reader) each(n int, r record.Record, t *table.Table) {
	p, err := r.Peek()
	if err != nil {
		return
	}
	e := entry{Record: n, Step: p.Step, Kind: p.Kind, Name: author(r, p, t)}
	e.Text = say(p, e.Name, t)
	if w.all || told[p.Kind] {
		w.print(e)
	}
	if t != nil {
		w.results(n, p.Step, t)
	}
}

// told are the kinds of records that people care about.
var told = map[record.Kind]bool{
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

// say puts a record into words.
func say(p record.Payload, name string, t *table.Table) string {
	switch p.Kind {
	case record.KindProposal:
		body, err := record.Decode[record.Proposal](p)
		if err == nil {
			return fmt.Sprintf("proposes %s for %d seats", body.Game, body.Seats)
		}
	case record.KindJoin:
		return "takes a seat"
	case record.KindRoster:
		return "signs the roster"
	case record.KindAccept:
		return "accepts to go on"
	case record.KindKey:
		return "has a key for the hand"
	case record.KindPass:
		body, err := record.Decode[record.Pass](p)
		if err == nil {
			return fmt.Sprintf("shuffles %d cards", len(body.Stack)/64)
		}
	case record.KindShares:
		body, err := record.Decode[record.Shares](p)
		if err == nil {
			return fmt.Sprintf("gives %d shares", len(body.Shares)/32)
		}
	case record.KindMove:
		body, err := record.Decode[record.Move](p)
		if err == nil {
			return body.Text
		}
	case record.KindReceipt:
		body, err := record.Decode[record.Receipt](p)
		if err == nil {
			return fmt.Sprintf("signs the result of hand %d", body.Hand)
		}
	case record.KindLeave:
		return "leaves the table"
	}
	return string(p.Kind)
}

func (w *reader) print(e entry) {
	if w.json {
		_ = w.s.JSON(e) // each cannot stop; the next write fails as well
		return
	}
	text := words.Clean(e.Text)
	if e.Kind == record.KindMove {
		text = w.style.Move(e.Text)
	}
	w.s.Printf("%s  %s  %s\n", w.style.Weak(fmt.Sprintf("%6d", e.Record)), draw.Pad(draw.Fit(words.Clean(e.Name), 16), 10), text)
}

// results prints the hands that a record has settled.
func (w *reader) results(n int, step uint64, t *table.Table) {
	names := t.Terms().Names()
	for _, r := range t.Results()[w.hands:] {
		w.hands++
		text := fmt.Sprintf("hand %d", r.Hand)
		if r.Void {
			text += ", void"
		}
		for i, name := range names {
			text += separator(i) + " " + words.Score(name, r.Points[i], r.Scores[i])
		}
		if w.json {
			w.print(entry{Record: n, Step: step, Kind: "settled", Text: text})
			continue
		}
		w.s.Printf("%s  %s\n", w.style.Weak(fmt.Sprintf("%6s", "=")), w.style.Strong(words.Clean(text)))
		for _, b := range r.Violations {
			w.s.Printf("%6s  %s\n", "!", w.style.Warning(words.Clean(names[b.Seat]+" broke a rule: "+b.Rule)))
		}
	}
}

func separator(i int) string {
	if i == 0 {
		return ":"
	}
	return ","
}
