package table

import (
	"fmt"

	"fives/engine/record"
	"fives/engine/rules"
)

// Screen looks at a record without verifying anything. It finds most of the records that
// are not worth the work of [Table.Check]: those that the table has already, those of
// another branch of the log, and those that could only prove again that a seat is at fault.
// An error blames nobody; nil means that the record is worth checking.
//
// After two of the errors, an honest node may have passed the record on: [ErrBranch], if
// its log is another branch, and [ErrGuilty], if it has kept another proof.
func (t *Table) Screen(r record.Record) error {
	p, err := r.Peek()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	if p.Table != t.id {
		return fmt.Errorf("%w: another table", ErrForeign)
	}
	seat := t.terms.SeatOf(r.Author)
	if seat < 0 {
		return fmt.Errorf("%w: nobody who sits here", ErrBranch)
	}
	if p.Step > t.step {
		return ErrFuture
	}
	about, _ := t.subject(p)
	if old := t.find(p.Step, r.Author, about); old != nil && old.Same(r) {
		return ErrKnown
	} else if old == nil && (p.Step < t.FirstStep() || p.Head != t.headAt(p.Step)) {
		return fmt.Errorf("%w: it names another head at step %d", ErrBranch, p.Step)
	}
	if p.Step < t.FirstStep() {
		return fmt.Errorf("%w: another record before the roster", ErrBranch)
	}
	if t.proved(seat, p.Step) && !t.awaits(seat, p) {
		return ErrGuilty
	}
	return nil
}

// awaits reports whether the running step lacks such a record by a seat, or such a vote.
func (l *log) awaits(seat int, p record.Payload) bool {
	if about, err := l.subject(p); err == nil && about != rules.None && p.Kind != record.KindComplaint {
		return p.Step == l.step && l.pending.Owes(about) && l.find(p.Step, l.terms.Seats[seat].Key, about) == nil
	}
	return p.Step == l.step && p.Kind == l.pending.Kind && len(p.About) == 0 && l.pending.Owes(seat) && l.arrivedFrom(seat) == nil
}
