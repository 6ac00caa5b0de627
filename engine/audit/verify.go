package audit

import (
	"errors"
	"fmt"
	"io"

	"fives/engine/ahead"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// Options of a verification. The zero value is fine.
type Options struct {
	// Each is called after every record that was good, with its number and
	// the table as it then stands (nil before the seats are taken).
	Each func(n int, r record.Record, t *table.Table)
	// Closer is called with the number of every good record when a log is judged again,
	// record by record, because something is wrong with it (see Parallel).
	Closer func(n int)
	// Parallel calls f with 0 to n-1, in any order or at the same time, and returns when
	// all are done. With it a good log is verified faster, on all cores; the verdict is the
	// same for any log. Nil stands for one core.
	Parallel func(n int, f func(i int))
	// Rest is called before each record of a seated table. An error of Rest ends the
	// verification, which returns it: it is no verdict on the log.
	Rest func() error
	// Briefly has few proofs verified at a time, so that Rest is called again and again between
	// them: there, a program with a single thread can do its other work. It takes longer.
	Briefly bool
}

// Verify checks a log or an evidence file (SPEC §9). The error for a bad record
// is an [*AlteredError] or a [*BlameError]; the report then covers what comes
// before it. A log without a complete ending is no error: see
// [Report.Unfinished].
func Verify(records []record.Record, find table.Finder, o Options) (*Report, error) {
	return verify(&tape{records: records, end: io.EOF}, find, o)
}

// VerifyFile is [Verify] for a file. It stops reading at the first bad record or line, or a
// little after it. Its errors are those of Verify and of r.
func VerifyFile(r io.Reader, find table.Finder, o Options) (*Report, error) {
	lines := newLines(r)
	return verify(&tape{read: func() (record.Record, error) {
		rec, err := lines.next()
		if err != nil && err != io.EOF {
			err = unreadable{err}
		}
		return rec, err
	}}, find, o)
}

// verify looks ahead if it may, because most logs are good. If anything at all is wrong, it
// judges the log again, record by record, and that gives the verdict.
func verify(log *tape, find table.Finder, o Options) (*Report, error) {
	good := false
	if o.Parallel != nil {
		a := newAuditor(log, find)
		a.assume = true
		if good = a.run(o) == nil; good && o.Each == nil {
			a.finish(nil)
			return a.report, nil
		}
	}
	a := newAuditor(log, find)
	a.each, a.assume = o.Each, good
	if !good {
		a.closer = o.Closer
	}
	a.report.Err = a.run(Options{Rest: o.Rest})
	a.finish(a.report.Err)
	return a.report, a.report.Err
}

// An auditor rebuilds a table record by record.
type auditor struct {
	read   func() (record.Record, error) // the next record; io.EOF after the last
	ahead  []record.Record               // read but not judged yet
	end    error                         // why there are no more
	find   table.Finder
	each   func(int, record.Record, *table.Table)
	closer func(int)
	report *Report

	t     *table.Table
	free  int            // seats that nobody has taken, when t is nil
	at    int            // index of the next record
	place map[uint64]int // record number of the first record of each step

	coverings map[int][]Covering // by the number of the hand

	assume bool        // claims are assumed, and verified elsewhere
	claim  table.Claim // of the last record

	last   int // place of the last record in the running step, -1 at its start
	voter  int // if that was a vote, whose; else rules.None
	vote   int // number of the first vote of the running step, 0 for none
	gap    int // number of the first record of the step that stands too early, 0 for none
	notice int // seat of the last notice, -1 before the first
}

func newAuditor(log *tape, find table.Finder) *auditor {
	return &auditor{
		read: log.play(), find: find, report: &Report{},
		last: -1, voter: rules.None, notice: -1, place: map[uint64]int{}, coverings: map[int][]Covering{},
	}
}

// run judges the whole log, and in parallel verifies what it assumes.
func (a *auditor) run(o Options) error {
	if err := a.begin(); err != nil {
		return err
	}
	if err := a.steps(o); err != nil {
		return err
	}
	if a.end != io.EOF && a.end != nil {
		return a.end
	}
	if err := a.contradiction(); err != nil || a.vote == 0 {
		return err
	}
	return altered(a.vote, errors.New("it is a vote, and the votes of its step complete nothing"))
}

// steps judges the records of a seated table.
func (a *auditor) steps(o Options) error {
	if a.t == nil {
		return nil
	}
	judge, batch := a.judge, ahead.Hands
	if o.Briefly {
		batch = ahead.Moment
	}
	if o.Rest != nil {
		judge = func(r table.Reading) (table.Claim, error) {
			if err := o.Rest(); err != nil {
				return table.Claim{}, err
			}
			return a.judge(r)
		}
	}
	if o.Parallel != nil {
		return ahead.Run(o.Parallel, batch, a.next, judge)
	}
	for r, more := a.next(); more; r, more = a.next() {
		if _, err := judge(a.reading(r)); err != nil {
			return err
		}
	}
	return nil
}

// judge checks one record and takes it in.
func (a *auditor) judge(rd table.Reading) (table.Claim, error) {
	a.claim = table.Claim{}
	if err := a.step(rd); err != nil {
		return a.claim, err
	}
	a.note(rd.Record())
	return a.claim, nil
}

// readAhead reads up to n records ahead, if there are that many.
func (a *auditor) readAhead(n int) {
	for len(a.ahead) < n && a.end == nil {
		r, err := a.read()
		if err != nil {
			a.end = err
			return
		}
		a.ahead = append(a.ahead, r)
	}
}

// more reports whether there is a record to judge. A contradicting pair at the end of the
// file is left to the end.
func (a *auditor) more() bool {
	a.readAhead(3)
	return len(a.ahead) > 0 && !(a.end == io.EOF && len(a.ahead) == 2 && pair(a.ahead[0], a.ahead[1]))
}

// next returns the next record to judge, if there is one.
func (a *auditor) next() (r record.Record, more bool) {
	if !a.more() {
		return r, false
	}
	r, a.ahead = a.ahead[0], a.ahead[1:]
	return r, true
}

// note counts a record that is good.
func (a *auditor) note(r record.Record) {
	a.at++
	a.report.records = append(a.report.records, r)
	a.report.Checked.Records++
	a.report.Checked.Signatures++
	if a.each != nil {
		a.each(a.at, r, a.t)
	}
	if a.closer != nil {
		a.closer(a.at)
	}
}

// step checks one record of a seated table.
func (a *auditor) step(rd table.Reading) error {
	r := rd.Record()
	p, err := rd.Payload()
	if err != nil {
		return altered(a.at+1, err)
	}
	if p.Kind == record.KindLeave {
		if _, err := r.OpenNotice(); err == nil {
			return a.leave(r)
		}
	}
	if a.notice >= 0 {
		return altered(a.at+1, errors.New("it stands behind a leave notice"))
	}
	c, err := a.check(rd)
	if err != nil {
		return a.bad(r, err)
	}
	if p.Kind == record.KindHere {
		return altered(a.at+1, errors.New("a vote that shows a record is no part of a log"))
	}
	if err := a.order(c); err != nil {
		return err
	}
	if _, ok := a.place[p.Step]; !ok {
		a.place[p.Step] = a.at + 1
	}
	a.count(p, rd)
	kind, hand := a.t.Pending().Kind, a.t.HandNumber()
	folded, err := a.t.Apply(c)
	if err != nil {
		return a.bad(r, err)
	}
	if folded {
		a.last, a.voter, a.vote, a.gap = -1, rules.None, 0, 0
		a.noteCovered(hand, p.Step, kind)
	}
	return nil
}

// reading decodes as much of a record as check needs.
func (a *auditor) reading(r record.Record) table.Reading {
	if a.assume {
		return table.Read(r)
	}
	return table.Peek(r)
}

func (a *auditor) check(rd table.Reading) (c table.Checked, err error) {
	if a.assume {
		a.claim, err = a.t.Claim(rd)
		return a.claim.Assume(), err
	}
	if a.claim, err = a.t.ClaimSigned(rd, nil); err != nil {
		return c, err
	}
	return a.claim.Verify(nil)
}

// order checks that the records of a step come in seat order, and the votes in the place of
// the record that they vote away, in order of the voters. A gap is accepted at first,
// because the last step of a log may have some. It becomes an error once the missing
// record, or a later step, follows.
func (a *auditor) order(c table.Checked) error {
	seat, voter := c.Place()
	if seat < a.last || seat == a.last && (a.voter == rules.None || voter <= a.voter) {
		return altered(a.first(), errors.New("it is out of order"))
	}
	if a.gap == 0 && !a.isNext(seat, voter) {
		a.gap = a.at + 1
	}
	if a.vote == 0 && voter != rules.None {
		a.vote = a.at + 1
	}
	a.last, a.voter = seat, voter
	return nil
}

// isNext reports whether the running step has everything that belongs before a record in
// that place.
func (a *auditor) isNext(seat, voter int) bool {
	if a.t.Undecided()[0] != seat {
		return false
	}
	away, _ := a.t.VotesOf(seat)
	return voter == rules.None || a.t.Voters(seat)[len(away)] == voter
}

// first is the first record that is out of place, if this one is.
func (a *auditor) first() int {
	if a.gap != 0 {
		return a.gap
	}
	return a.at + 1
}

// bad turns what the table says of a record into what it means in a file.
func (a *auditor) bad(r record.Record, err error) error {
	var f *table.Fault
	switch {
	case errors.As(err, &f):
		return a.blame(a.at+1, f)
	case errors.Is(err, table.ErrFuture):
		return altered(a.first(), err)
	case errors.Is(err, table.ErrForeign):
		err = a.foreign(r)
	}
	return altered(a.at+1, err)
}

// foreign says why a record does not belong to the log, more plainly than the table does.
func (a *auditor) foreign(r record.Record) error {
	p, unsigned := r.Open()
	switch {
	case unsigned != nil:
		return unsigned
	case p.Table != a.t.ID():
		return errors.New("it belongs to another table")
	case a.t.Terms().SeatOf(r.Author) < 0:
		return errors.New("its author has no seat at this table")
	case p.Step < a.t.FirstStep():
		return errors.New("it is of those that seat a table, and all seats are taken")
	}
	return fmt.Errorf("it names another head at step %d than the records before it have", p.Step)
}

func (a *auditor) blame(n int, f *table.Fault) error {
	a.report.Evidence = a.end == io.EOF && len(a.ahead) == 0
	e := &BlameError{Record: n, Seat: f.Seat, Name: a.t.Terms().Names()[f.Seat], Fault: f}
	if also := a.t.Accepted(f); also != nil {
		e.Also = &BlameError{Record: n, Seat: also.Seat, Name: a.t.Terms().Names()[also.Seat], Fault: also}
	}
	return e
}

// leave takes in a notice. Notices come after all records, one for a seat, in seat order.
func (a *auditor) leave(r record.Record) error {
	seat := a.t.Terms().SeatOf(r.Author)
	if _, err := a.t.Leave(r); err != nil {
		return altered(a.at+1, err)
	}
	if seat <= a.notice {
		return altered(a.at+1, errors.New("leave notices are in seat order, one for a seat"))
	}
	a.notice = seat
	a.report.Left = append(a.report.Left, seat)
	return nil
}

// count notes which proofs a good record carried.
func (a *auditor) count(p record.Payload, rd table.Reading) {
	n := &a.report.Checked
	switch p.Kind {
	case record.KindSeal:
		n.Seals++
	case record.KindKey:
		n.Keys++
		if body, err := table.BodyOf[record.HandKey](rd); err == nil {
			n.Pieces += len(body.Pieces) / pieceSize
		}
	case record.KindProof:
		n.Shuffles++
	case record.KindReceipt:
		n.Receipts++
	case record.KindAway:
		n.Votes++
	}
	if shares := a.claim.Shares(); shares > 0 {
		n.Openings++
		n.Shares += shares
	}
}

// pieceSize is the length of a commitment to a piece in bytes.
const pieceSize = 32
