package story

import (
	"errors"
	"slices"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// Read verifies logs as [audit.VerifyChain] does and returns the story of each; that
// of a bad log ends at its first bad record. The error is that of the first bad log.
// A log without a complete ending is no error. Read replaces o.Each.
func Read(logs [][]record.Record, find table.Finder, o audit.Options) ([]*Story, error) {
	var stories []*Story
	var reports []*audit.Report
	for _, records := range logs {
		t := &reader{story: &Story{}}
		o.Each = t.each
		r, _ := audit.Verify(records, find, o)
		t.story.Report = r
		stories, reports = append(stories, t.story), append(reports, r)
	}
	err := audit.Link(reports)
	for _, s := range stories {
		errors.As(s.Report.Err, &s.Blame)
	}
	return stories, err
}

// A reader follows a table while its records are verified.
type reader struct {
	story *Story
	hand  *Hand
	t     *table.Table

	step     uint64
	position rules.Position // before the running step
	stack    int            // how many cards the last shuffle has
	results  int
}

// each is called after every good record.
func (w *reader) each(n int, r record.Record, t *table.Table) {
	p, err := r.Peek()
	if err != nil {
		return
	}
	if t == nil {
		w.story.note(n, n-2, p) // a proposal, and joins in the order of the seats
		return
	}
	if w.t == nil {
		w.t, w.step = t, t.FirstStep()
		w.story.Terms = t.Terms()
		w.story.Signed = make([]int, len(t.Terms().Seats))
		if t.Continuation() == nil {
			w.seated()
		}
	}
	seat := t.Terms().SeatOf(r.Author)
	w.story.Signed[seat]++
	w.story.note(n, seat, p)
	switch p.Kind {
	case record.KindLeave:
		body, _ := record.Decode[record.Leave](p)
		w.story.Leaves = append(w.story.Leaves, Stamp{Seat: seat, Record: n, Time: body.Time})
		return
	case record.KindReceipt:
		body, _ := record.Decode[record.Receipt](p)
		w.hand.Receipts = append(w.hand.Receipts, Stamp{Seat: seat, Record: n, Time: body.Time})
	}
	if t.Step() != w.step {
		w.folded(n, p)
	}
}

// seated counts the records that came before there were seats.
func (w *reader) seated() {
	for step := range w.t.FirstStep() {
		for _, r := range w.t.Records(step) {
			if seat := w.t.Terms().SeatOf(r.Author); seat >= 0 { // a proposer need not sit
				w.story.Signed[seat]++
			}
		}
	}
}

// folded adds the moments of a step that record n has completed.
func (w *reader) folded(n int, p record.Payload) {
	m := Moment{Step: w.step, Record: n, Seat: rules.None}
	switch p.Kind {
	case record.KindStack:
		body, _ := record.Decode[record.Stack](p)
		w.stack = len(body.Stack) / maskSize
	case record.KindProof:
		w.shuffled(m)
	case record.KindShares:
		w.shares(m)
	case record.KindMove:
		w.moved(m, p)
	}
	w.settled(m)
	w.step, w.position = w.t.Step(), w.t.Position()
	w.begun(n)
}

// begun starts a hand if the table has started one. A continuation may be decided
// without one.
func (w *reader) begun(n int) {
	if w.position == nil || w.t.HandNumber() == 0 || w.hand != nil && w.hand.Number == w.t.HandNumber() {
		return
	}
	status := w.position.Status()
	w.hand = &Hand{Number: w.t.HandNumber(), Active: status.Active, from: status.Scores}
	w.hand.seen = make([][]int, len(w.t.Terms().Seats))
	w.story.Hands = append(w.story.Hands, w.hand)
	w.add(Moment{Kind: Begun, Step: w.step, Record: n, Seat: rules.None})
}

func (w *reader) shuffled(m Moment) {
	m.Kind, m.Stack = Shuffled, w.stack
	if a, ok := w.position.Next().(rules.Shuffle); ok {
		m.Again = a.Cards != nil
	}
	w.add(m)
}

func (w *reader) shares(m Moment) {
	switch a := w.position.Next().(type) {
	case rules.Open:
		m.Kind, m.Why, m.Cards = Opened, a.Why, a.Cards
	default: // nothing is opened: the shares are of a lot
		m.Kind, m.Seat = Drawn, w.t.Drawn()
	}
	w.add(m)
}

func (w *reader) moved(m Moment, p record.Payload) {
	body, _ := record.Decode[record.Move](p)
	m.Kind, m.Seat, m.Move = Moved, int(p.Seat), body.Text
	for _, x := range body.Cards {
		m.Named = append(m.Named, rules.Slot(x))
	}
	w.add(m)
}

// settled adds the settlement, if the step has led to one.
func (w *reader) settled(m Moment) {
	results := w.t.Results()
	if len(results) == w.results {
		return
	}
	w.results = len(results)
	w.hand.Result = &results[len(results)-1]
	m.Kind, m.Seat = Settled, rules.None
	w.add(m)
}

// add completes a moment with the table after it and the cards that each seat sees.
func (w *reader) add(m Moment) {
	h := w.hand
	m.before, m.position = w.position, w.t.Position()
	if m.Kind == Begun {
		m.before = nil
	}
	m.public = slices.Clone(w.t.Public())
	h.final = m.public
	h.Moments = append(h.Moments, m)
	for seat := range h.seen {
		for x := len(h.seen[seat]); x < len(m.public); x++ {
			h.seen[seat] = append(h.seen[seat], never)
		}
		for x, at := range h.seen[seat] {
			if _, _, ok := w.t.Hand().OpenedTo(seat, rules.Slot(x)); ok && at == never {
				h.seen[seat][x] = len(h.Moments) - 1
			}
		}
	}
}
