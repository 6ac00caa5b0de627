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
	position rules.Position // after the last moment, and so before the running step
	pending  table.Pending  // what that step owes
	covered  []int          // seats for which the others act
	stack    int            // how many cards the last shuffle has
	made     []int          // seats whose stacks it is made of, in their order
	played   int            // moves of the hand that are told
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
	m := Moment{Step: w.step, Record: n, Seat: rules.None}
	w.cover(m)
	switch kind := w.pending.Kind; {
	case w.owedAgain(m):
	case kind == record.KindStack:
		w.endStack(m)
	case kind == record.KindProof:
		w.endProofs(m)
	case kind == record.KindShares:
		w.shares(m)
	case p.Kind == record.KindMove:
		w.addMove(m, p)
	}
	w.standIns(m)
	w.addSettlement(m)
	w.step, w.position, w.pending = w.t.Step(), w.t.Position(), w.t.Pending()
	w.beginHand(n)
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
	w.played = 0
	w.story.Hands = append(w.story.Hands, w.hand)
	w.add(Moment{Kind: Begun, Step: w.step, Record: n, Seat: rules.None})
}

// owedAgain adds that seats of two nodes were voted away in the step, if they were: they
// owe the same once more, behind proofs everybody a stack.
func (w *reader) owedAgain(m Moment) bool {
	m.Kind, m.Seats = Again, w.t.VotedAway(m.Step)
	if len(m.Seats) == len(w.t.Coverings(m.Step)) {
		return false
	}
	w.aside(m)
	if w.pending.Kind == record.KindProof {
		w.redoShuffle(m, 0)
	}
	return true
}

// redoShuffle has a shuffle go on behind the first stacks of those made.
func (w *reader) redoShuffle(m Moment, stacks int) {
	m.Kind, m.Seats, w.made = Redone, nil, w.made[:stacks]
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

func (w *reader) shares(m Moment) {
	m.Kind = Opened
	switch m.Why = w.pending.Why; m.Why {
	case rules.Lot:
		m.Kind, m.Why, m.Seat = Drawn, "", w.t.Drawn()
	case rules.Cover:
		m.Cards = w.shown()
	default:
		a, _ := w.position.Next().(rules.Open)
		m.Cards = slices.DeleteFunc(slices.Clone(a.Cards), func(o rules.Opening) bool { return o.To != rules.None && !w.t.Hand().Keyed(o.To) })
		if m.Why = a.Why; a.Why == rules.Deal {
			m.Slept = slices.DeleteFunc(slices.Clone(w.hand.Active), w.t.Hand().Keyed)
		}
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

func (w *reader) addMove(m Moment, p record.Payload) {
	body, _ := record.Decode[record.Move](p)
	m.Kind, m.Seat, m.Move = Moved, int(p.Seat), body.Text
	for _, x := range body.Cards {
		m.Named = append(m.Named, rules.Slot(x))
	}
	w.played++
	w.add(m)
}

// standIns adds the moves of stand-ins to which the step has led. Nobody has signed them.
func (w *reader) standIns(m Moment) {
	for w.standInNext() {
		p := w.t.Hand().Played()[w.played]
		w.played++
		made, _ := w.position.StandIn(p.Seat, w.t.Public())
		m.Kind, m.Seat, m.Move, m.StandIn, m.Named = Moved, p.Seat, p.Text, true, made.Cards
		w.add(m)
	}
}

// standInNext reports whether a stand-in has moved in the running step, and that is not
// told yet.
func (w *reader) standInNext() bool {
	played := w.t.Hand().Played()
	return w.played < len(played) && played[w.played].StandIn && played[w.played].Step == w.step
}

// cover adds who is covered from this step on, and who is back with it.
func (w *reader) cover(m Moment) {
	covered, away := w.t.Coverings(m.Step), w.t.VotedAway(m.Step)
	for _, seat := range w.pending.Seats {
		m.Seat = seat
		is, was := slices.Contains(covered, seat), slices.Contains(w.covered, seat)
		switch {
		case is && !was:
			m.Kind, m.Seats = Covered, w.story.Steps[len(w.story.Steps)-1].voters(seat)
			w.covered = append(w.covered, seat)
			w.aside(m)
		case was && !slices.Contains(away, seat):
			m.Kind, m.Seats = Back, nil
			w.covered = slices.DeleteFunc(w.covered, func(s int) bool { return s == seat })
			w.aside(m)
		}
	}
}

// addSettlement adds the settlement, if the step has led to one.
func (w *reader) addSettlement(m Moment) {
	results := w.t.Results()
	if len(results) == w.results {
		return
	}
	w.results = len(results)
	w.hand.Result = results[len(results)-1]
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
	m.public = slices.Clone(w.t.Public())
	m.before, m.position = w.position, w.t.Position()
	switch {
	case m.Kind == Begun:
		m.before = nil
	case w.standInNext(): // the table has gone on
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
