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
		t := &reader{story: &Story{Log: records}}
		o.Each = t.each
		r, _ := audit.Verify(records, find, o)
		t.story.Report = r
		stories, reports = append(stories, t.story), append(reports, r)
	}
	err := audit.Link(reports)
	for _, s := range stories {
		for _, next := range reports {
			s.goesOn(next)
		}
		errors.As(s.Report.Err, &s.Blame)
	}
	return stories, err
}

// goesOn takes out the notices of those who have left the table only for one that goes on from it.
func (s *Story) goesOn(next *audit.Report) {
	if p := next.Parent; p != nil && p.Table == s.Report.Table && s.Report.Continued && !next.NeverBegan {
		s.Leaves = slices.DeleteFunc(s.Leaves, func(l Stamp) bool { return slices.Contains(p.From, l.Seat) })
	}
}

// A reader follows a table while its records are verified.
type reader struct {
	story *Story
	hand  *Hand
	t     *table.Table

	step     uint64
	position rules.Position // after the last moment, and so before the running step
	pending  table.Pending  // what that step owes
	stack    int            // how many cards the last shuffle has
	made     []int          // seats whose stacks it is made of, in their order
	ahead    int            // moves of stand-ins in the step that are not told yet: the table has gone on
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
			w.countSigned()
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
		w.addStep(n, p)
	}
}

// countSigned counts the records that came before there were seats.
func (w *reader) countSigned() {
	for step := range w.t.FirstStep() {
		for _, r := range w.t.Records(step) {
			if seat := w.t.Terms().SeatOf(r.Author); seat >= 0 { // a proposer need not sit
				w.story.Signed[seat]++
			}
		}
	}
}

// addStep adds the moments of a step that record n has completed.
func (w *reader) addStep(n int, p record.Payload) {
	done := Done(w.t, w.step, w.pending)
	for _, m := range done {
		if m.StandIn {
			w.ahead++
		}
	}
	for _, m := range done {
		m.Record = n
		w.addMoment(m, p)
	}
	w.step, w.position, w.pending = w.t.Step(), w.t.Position(), w.t.Pending()
	w.beginHand(n)
}

// addMoment adds what a step has brought, with the cards. p is the last record of the step.
func (w *reader) addMoment(m Moment, p record.Payload) {
	switch m.Kind {
	case Covered:
		m.Seats = w.story.Steps[len(w.story.Steps)-1].voters(m.Seat)
		w.aside(m)
	case Back:
		w.aside(m)
	case Again: // behind proofs, everybody owes a stack
		if w.aside(m); w.pending.Kind == record.KindProof {
			w.redoShuffle(m, 0)
		}
	case Stacked:
		w.endStack(m)
	case Proved:
		w.endProofs(m)
	case Drawn:
		w.add(m)
	case Opened:
		w.open(m)
	case Moved:
		w.addMove(m, p)
	case Settled:
		w.hand.Result = w.t.Results()[len(w.t.Results())-1]
		w.add(m)
	}
}

// beginHand starts a hand if the table has started one. A continuation may be decided
// without one.
func (w *reader) beginHand(n int) {
	if w.position == nil || w.t.HandNumber() == 0 || w.hand != nil && w.hand.Number == w.t.HandNumber() {
		return
	}
	status := w.position.Status()
	w.hand = &Hand{Number: w.t.HandNumber(), Active: status.Active, from: status.Scores}
	w.hand.seen = make([][]int, len(w.t.Terms().Seats))
	w.story.Hands = append(w.story.Hands, w.hand)
	w.add(Moment{Kind: Begun, Step: w.step, Record: n, Seat: rules.None})
}

// redoShuffle has a shuffle go on behind the first stacks of those made.
func (w *reader) redoShuffle(m Moment, stacks int) {
	m.Kind, m.Seat, m.Seats, w.made = Redone, rules.None, nil, w.made[:stacks]
	w.aside(m)
}

// endProofs ends a step of proofs: the shuffle is done, or goes on from the stack before the
// first one whose proof was voted away.
func (w *reader) endProofs(m Moment) {
	voted := w.t.Coverings(m.Step)
	good := slices.IndexFunc(w.made, func(seat int) bool { return slices.Contains(voted, seat) })
	if good < 0 {
		good = len(w.made)
	}
	if _, is := w.t.Position().Next().(rules.Shuffle); is && w.t.Pending().Kind == record.KindStack && len(voted) > 0 {
		w.redoShuffle(m, good)
		return
	}
	w.made = w.made[:good]
	m.Kind, m.Stack, m.Seats = Shuffled, w.stack, slices.Sorted(slices.Values(w.made))
	if a, ok := w.position.Next().(rules.Shuffle); ok {
		m.Again = a.Cards != nil
	}
	w.made = nil
	w.add(m)
}

// endStack ends the step of a stack. If too few have shuffled, all do so again.
func (w *reader) endStack(m Moment) {
	now := w.t.Pending()
	if now.Kind == record.KindStack && len(now.Seats) > 0 && now.Seats[0] <= w.pending.Seats[0] {
		w.redoShuffle(m, 0)
	}
}

// open adds the opening of cards.
func (w *reader) open(m Moment) {
	if m.Why == rules.Cover {
		m.Cards = w.shown()
	} else {
		a, _ := w.position.Next().(rules.Open)
		m.Cards = slices.DeleteFunc(slices.Clone(a.Cards), func(o rules.Opening) bool { return o.To != rules.None && !w.t.Hand().Keyed(o.To) })
	}
	if m.Why == rules.Deal {
		m.Slept = slices.DeleteFunc(slices.Clone(w.hand.Active), w.t.Hand().Keyed)
	}
	w.add(m)
}

// shown lists the cards that have become public for a stand-in.
func (w *reader) shown() (cards []rules.Opening) {
	before := w.hand.Moments[len(w.hand.Moments)-1].public
	for x, c := range w.t.Public() {
		if c.Known() && !before.Of(rules.Slot(x)).Known() {
			cards = append(cards, rules.Opening{Slot: rules.Slot(x), To: rules.None})
		}
	}
	return cards
}

// addMove adds a move with the cards that it names. Nobody has signed that of a stand-in.
func (w *reader) addMove(m Moment, p record.Payload) {
	if m.StandIn {
		w.ahead--
		made, _ := w.position.StandIn(m.Seat, w.t.Public())
		m.Named = made.Cards
	} else {
		body, _ := record.Decode[record.Move](p)
		for _, x := range body.Cards {
			m.Named = append(m.Named, rules.Slot(x))
		}
	}
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
	m.public = slices.Clone(w.t.Public())
	m.before, m.position = w.position, w.t.Position()
	switch {
	case m.Kind == Begun:
		m.before = nil
	case w.ahead > 0:
		m.position = w.after(m)
	}
	w.position = m.position
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

// after is the position behind a moment that no step ends. What is opened there costs
// none either.
func (w *reader) after(m Moment) rules.Position {
	next := w.position
	switch {
	case m.Kind == Moved:
		made := rules.Move{Seat: m.Seat, At: int(m.Step), Text: m.Move, Cards: m.Named, StandIn: m.StandIn}
		next, _ = next.Play(made, m.public) // the table has accepted it
	case m.Kind == Shuffled:
		next = next.Shuffled(w.added(m))
	case m.Kind == Opened && m.Why != rules.Cover:
		next = next.Opened(m.public)
	}
	for {
		if _, opens := next.Next().(rules.Open); !opens {
			return next
		}
		next = next.Opened(m.public)
	}
}

// added lists the slots of a stack that a moment adds.
func (w *reader) added(m Moment) (stack []rules.Slot) {
	for x := len(w.hand.final); x < len(m.public); x++ {
		stack = append(stack, rules.Slot(x))
	}
	return stack
}
