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
	pending  table.Pending  // what that step owes
	covered  []int          // seats for which the others act
	stack    int            // how many cards the last shuffle has
	made     []int          // seats whose stacks it is made of, in their order
	results  int
}

// each is called after every good record.
func (w *reader) each(n int, r record.Record, t *table.Table) {
	p, err := r.Peek()
	if err != nil {
		return
	}
	if t == nil {
		w.story.note(n, n-2, p, p.Kind) // a proposal, and joins in the order of the seats
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
	w.story.note(n, seat, p, w.pending.Kind)
	switch p.Kind {
	case record.KindStack:
		body, _ := record.Decode[record.Stack](p)
		w.stack, w.made = len(body.Stack)/maskSize, append(w.made, seat)
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
	w.cover(m)
	switch w.pending.Kind {
	case record.KindStack:
		w.stacked(m)
	case record.KindProof:
		w.proved(m)
	case record.KindShares:
		w.shares(m)
	}
	if p.Kind == record.KindMove {
		w.moved(m, p)
	}
	w.standIn(m)
	w.settled(m)
	w.step, w.position, w.pending = w.t.Step(), w.t.Position(), w.t.Pending()
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

// proved ends a step of proofs: the shuffle is done, or goes on from the stack before the
// first one whose proof was voted away.
func (w *reader) proved(m Moment) {
	voted := w.t.Coverings(m.Step)
	if i := slices.IndexFunc(w.made, func(seat int) bool { return slices.Contains(voted, seat) }); i >= 0 {
		w.made = w.made[:i]
	}
	if _, is := w.t.Position().Next().(rules.Shuffle); is && w.t.Pending().Kind == record.KindStack && len(voted) > 0 {
		m.Kind = Redone
		w.aside(m)
		return
	}
	m.Kind, m.Stack, m.Seats = Shuffled, w.stack, slices.Sorted(slices.Values(w.made))
	if a, ok := w.position.Next().(rules.Shuffle); ok {
		m.Again = a.Cards != nil
	}
	w.made = nil
	w.add(m)
}

// stacked ends the step of a stack. If too few have shuffled, all do so again.
func (w *reader) stacked(m Moment) {
	now := w.t.Pending()
	if now.Kind == record.KindStack && len(now.Seats) > 0 && now.Seats[0] <= w.pending.Seats[0] {
		m.Kind, w.made = Redone, nil
		w.aside(m)
	}
}

func (w *reader) shares(m Moment) {
	switch {
	case w.pending.Why == rules.Lot:
		m.Kind, m.Seat = Drawn, w.t.Drawn()
	case w.pending.Why == rules.Cover:
		m.Kind, m.Why, m.Cards = Opened, rules.Cover, w.laidOpen()
	default:
		a, _ := w.position.Next().(rules.Open)
		m.Kind, m.Why, m.Cards = Opened, a.Why, a.Cards
	}
	w.add(m)
}

// laidOpen lists the cards that have become public for a stand-in.
func (w *reader) laidOpen() (cards []rules.Opening) {
	before := w.hand.Moments[len(w.hand.Moments)-1].public
	for x, c := range w.t.Public() {
		if c.Known() && !before.Of(rules.Slot(x)).Known() {
			cards = append(cards, rules.Opening{Slot: rules.Slot(x), To: rules.None})
		}
	}
	return cards
}

func (w *reader) moved(m Moment, p record.Payload) {
	body, _ := record.Decode[record.Move](p)
	m.Kind, m.Seat, m.Move = Moved, int(p.Seat), body.Text
	for _, x := range body.Cards {
		m.Named = append(m.Named, rules.Slot(x))
	}
	w.add(m)
}

// standIn adds the move of a stand-in, if the step has led to one. Nobody has signed it.
func (w *reader) standIn(m Moment) {
	played := w.t.Hand().Played()
	if len(played) == 0 || !played[len(played)-1].StandIn || played[len(played)-1].Step != m.Step {
		return
	}
	last := played[len(played)-1]
	m.Kind, m.Seat, m.Move, m.StandIn = Moved, last.Seat, last.Text, true
	m.Named, _ = rules.Bind(w.position, last.Seat, last.Text, w.t.Public())
	w.add(m)
}

// cover adds who is covered from this step on, and who is back with it.
func (w *reader) cover(m Moment) {
	voted := w.t.Coverings(m.Step)
	for _, seat := range w.pending.Seats {
		m.Seat = seat
		is, was := slices.Contains(voted, seat), slices.Contains(w.covered, seat)
		switch {
		case is && !was:
			m.Kind, m.Seats = Covered, w.story.Steps[len(w.story.Steps)-1].voters(seat)
			w.covered = append(w.covered, seat)
			w.aside(m)
		case was && !is:
			m.Kind, m.Seats = Back, nil
			w.covered = slices.DeleteFunc(w.covered, func(s int) bool { return s == seat })
			w.aside(m)
		}
	}
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

// aside adds a moment at which nothing has changed on the table.
func (w *reader) aside(m Moment) {
	last := w.hand.Moments[len(w.hand.Moments)-1]
	m.before, m.position, m.public = last.position, last.position, last.public
	w.hand.Moments = append(w.hand.Moments, m)
}

// add completes a moment with the table after it and the cards that each seat sees.
func (w *reader) add(m Moment) {
	h := w.hand
	m.before, m.position = w.position, w.t.Position()
	if m.Kind == Begun {
		m.before = nil
	}
	if m.Why == rules.Cover { // the stand-in has not moved yet
		m.position = w.position
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
