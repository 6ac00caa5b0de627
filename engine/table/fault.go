package table

import (
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
)

// Errors of Screen, Check and Leave that prove nothing against anybody. The caller drops
// the record. It penalizes the peer that delivered the record for ErrForeign, except for
// ErrBranch, and for no other error, because an honest node may pass such a record on.
var (
	ErrKnown   = errors.New("table: the record is in already")
	ErrFuture  = errors.New("table: the record belongs to a later step")
	ErrForeign = errors.New("table: the record does not belong to this table's log")
	ErrBranch  = fmt.Errorf("%w, as far as it is known here", ErrForeign)
	ErrGuilty  = errors.New("table: there is proof already of this seat's fault")
	ErrStale   = errors.New("table: the record was checked at another table")
	ErrAssumed = errors.New("table: something that was assumed is false")
)

// A Fault is proof, by a seat's own signatures, that the seat has broken the protocol or
// the rules (SPEC §8.2): two different payloads for one step, or one record that names the
// true head of its step and fails there. As an error it says what the seat did.
type Fault struct {
	Seat    int
	Step    uint64
	Records []record.Record // one, or the two that contradict each other, or a hand key and the complaint about it
	Reason  error
}

// blame makes a [Fault] of records. It is the only function that does so, and it verifies
// the signatures itself, whether or not somebody has before: what a seat has not signed
// proves nothing against it. A bad signature gives [ErrForeign]. The last record is the one
// that has just arrived, so its signature is verified first.
func blame(seat int, step uint64, reason error, records ...record.Record) error {
	for _, r := range slices.Backward(records) {
		if err := r.Signed(); err != nil {
			return fmt.Errorf("%w: %w", ErrForeign, err)
		}
	}
	return &Fault{Seat: seat, Step: step, Records: records, Reason: reason}
}

// Forks reports whether the seat has signed two records for the step, so that the log can
// have two branches from there.
func (f *Fault) Forks() bool { return errors.Is(f.Reason, ErrTwo) }

// Author returns the key of the seat that is at fault.
func (f *Fault) Author() record.Key {
	if errors.Is(f.Reason, ErrPiece) {
		return f.Records[0].Author
	}
	return f.Records[len(f.Records)-1].Author
}

func (f *Fault) Error() string {
	if f.Forks() {
		return fmt.Sprintf("table: seat %d signed two different records for step %d", f.Seat, f.Step)
	}
	return fmt.Sprintf("table: seat %d is at fault in step %d: %v", f.Seat, f.Step, f.Reason)
}

func (f *Fault) Unwrap() error { return f.Reason }

// Accuse keeps a fault that Check or Apply has returned. The fault stops the table, unless
// it is about a step that everybody's receipts cover: then it is only evidence. One fault
// of each seat is kept. Another one replaces it only if it stops the table for longer;
// otherwise Accuse returns false.
func (t *Table) Accuse(f *Fault) bool {
	if f.Forks() {
		t.NoteFork(f.Step)
	}
	added := false
	for _, f := range []*Fault{f, t.Accepted(f)} {
		if f != nil && !t.proved(f.Seat, f.Step) {
			t.keep(f)
			added = true
		}
	}
	return added
}

// Guilty reports whether there is proof of a fault of the seat that stops the table.
func (t *Table) Guilty(seat int) bool {
	f := t.faultOf(seat)
	return f != nil && t.Stops(f)
}

// proved reports whether a fault of the seat in that step would add nothing to the one that
// is kept. A fault stops the table until its hand is receipted. So a fault in a later hand
// would stop it for longer, while one in the same hand, or in a hand that is receipted,
// adds nothing.
func (t *Table) proved(seat int, step uint64) bool {
	f := t.faultOf(seat)
	return f != nil && (step < t.receiptedStep() || t.results.before(step) <= t.results.before(f.Step))
}

// Stopped reports whether a fault has stopped the table: it owes nothing, and its
// seats sign nothing more for it. A game that is over cannot be stopped: a loser
// could otherwise undo the result by a fault of its own.
//
// Records that were signed before are still applied if they name the table's own head,
// whatever step the fault is in. So a node that was behind when it heard of the fault
// catches up with the others: to the same last settled hand, from which they go on
// together, or to the receipts after which the fault no longer stops anything.
//
// This is safe even if the log has two live branches. Applying a record signs nothing, so
// no new share is made and no card is opened under a second stack; a node adds only to its
// own branch, and undoes no step after which one of its seats has signed something
// ([Branch]). The table continues only when every active seat has receipted the hand on
// this branch: then none of them is on another one, and the next hand has new keys. If a
// seat signed two records for the step of the fault, a node may complete the step with
// another one than its neighbours. Their logs are the same up to that step, as before, and
// the seats go on from what was settled by then.
func (t *Table) Stopped() bool {
	return slices.ContainsFunc(t.faults, t.Stops) && !t.Over()
}

// Stops reports whether a fault stops the table: its step is not covered by receipts
// of all active seats.
func (t *Table) Stops(f *Fault) bool { return !t.Receipted(f.Step) }

// Receipted reports whether all active seats have receipted a hand that was settled after a
// step. If one of these seats is honest, no other log that parts from this one in that step
// can have such receipts.
func (t *Table) Receipted(step uint64) bool { return step < t.receiptedStep() }

// Disputed reports whether the log forked before a settled hand (an index into Results), so
// that other seats may have settled the hand differently. It is false again once all who
// played the hand have receipted it.
func (t *Table) Disputed(i int) bool {
	r := t.results[i]
	return slices.ContainsFunc(t.forks, func(step uint64) bool { return t.receiptedStep() <= step && step < r.Step })
}

// Violated reports whether the audit of a settled hand has found a violation; then no
// further hand starts.
func (t *Table) Violated() bool {
	return slices.ContainsFunc(t.results, func(r *Result) bool { return len(r.Violations) > 0 })
}
