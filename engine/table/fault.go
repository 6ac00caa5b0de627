package table

import (
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
)

// Errors of Screen, Check and Leave that prove nothing against anybody. The caller
// drops the record. It penalizes the peer that delivered it for ErrForeign, unless
// that is ErrBranch; for all others it does not, since an honest node may pass such
// a record on.
var (
	ErrKnown   = errors.New("table: the record is in already")
	ErrFuture  = errors.New("table: the record belongs to a later step")
	ErrForeign = errors.New("table: the record does not belong to this table's log")
	ErrBranch  = fmt.Errorf("%w, as far as it is known here", ErrForeign)
	ErrGuilty  = errors.New("table: there is proof already of this seat's fault")
	ErrStale   = errors.New("table: the record was checked at another table")
)

// A Fault is proof, by its author's own signatures, that a seat broke the
// protocol or the rules (SPEC §8.2): two different payloads for one
// step, or one record that names the true head of its step and fails there.
// As an error it says what the seat did.
type Fault struct {
	Seat    int
	Step    uint64
	Records []record.Record // one, or the two that contradict each other
	Reason  error
}

func (f *Fault) Error() string {
	if len(f.Records) == 2 {
		return fmt.Sprintf("table: seat %d signed two different records for step %d", f.Seat, f.Step)
	}
	return fmt.Sprintf("table: seat %d is at fault in step %d: %v", f.Seat, f.Step, f.Reason)
}

func (f *Fault) Unwrap() error { return f.Reason }

// Accuse keeps a fault that Check or Apply returned. It stops the table, unless
// it is about a step that everybody's receipts cover: then it is evidence only.
// One fault of a seat is kept. Another one takes its place only if it stops the
// table for longer, and Accuse returns false if it does not.
func (t *Table) Accuse(f *Fault) bool {
	if len(f.Records) == 2 {
		t.NoteFork(f.Step)
	}
	if t.proved(f.Seat, f.Step) {
		return false
	}
	if i := t.faultOf(f.Seat); i >= 0 {
		t.faults[i] = f
	} else {
		t.faults = append(t.faults, f)
	}
	return true
}

// NoteFork notes that a seat is proved to have signed two records for a step,
// also where a graver fault of it is kept. See [Table.Disputed].
func (t *Table) NoteFork(step uint64) {
	if !slices.Contains(t.forks, step) {
		t.forks = append(t.forks, step)
	}
}

// Faults lists the faults that the table knows of, one for a seat.
func (t *Table) Faults() []*Fault { return t.faults }

// Guilty reports whether there is proof of a fault of the seat that stops the table.
func (t *Table) Guilty(seat int) bool {
	i := t.faultOf(seat)
	return i >= 0 && t.Stops(t.faults[i])
}

func (t *Table) faultOf(seat int) int {
	return slices.IndexFunc(t.faults, func(f *Fault) bool { return f.Seat == seat })
}

// proved reports whether a fault of the seat in that step would add nothing to the
// one that is kept. A fault stops the table until its hand is receipted. So one in
// a later hand would stop it for longer; one in the same hand, or in a hand that is
// receipted, adds nothing.
func (t *Table) proved(seat int, step uint64) bool {
	i := t.faultOf(seat)
	return i >= 0 && (step < t.receipted() || t.settledBy(step) <= t.settledBy(t.faults[i].Step))
}

// settledBy is how many hands were settled when a step began.
func (t *Table) settledBy(step uint64) int {
	n := 0
	for _, r := range t.results {
		if r.Step <= step {
			n++
		}
	}
	return n
}

// Stopped reports whether a fault has stopped the table: it owes nothing, and its
// seats sign nothing more for it. A game that is over cannot be stopped: a loser
// could otherwise undo the result by a fault of its own.
//
// Records that were signed before are still applied, each if it names the table's
// own head, whatever step the fault is in. So a node that was behind when it heard
// of the fault catches up with the others: to the same last settled hand, from
// which they go on together, or to the receipts after which the fault stops
// nothing, as for those who were ahead.
//
// This is safe even if the log has two live branches. Applying a record signs
// nothing, so no new share is made and no card is opened under a second stack; a
// node adds to its own branch only, and never undoes a fold. The table continues
// only when every active seat has receipted the hand on this branch: then none of
// them is on another one, and the next hand has new keys. If a seat signed two
// records for the step of the fault, a node may complete the step with another one
// than its neighbours. Their logs are the same up to that step, as before, and the
// seats go on from what was settled by then.
func (t *Table) Stopped() bool {
	return !t.Over() && slices.ContainsFunc(t.faults, t.Stops)
}

// Stops reports whether a fault stops the table: its step is not covered by receipts
// of all active seats.
func (t *Table) Stops(f *Fault) bool { return f.Step >= t.receipted() }

// receipted is the first step that is not covered by receipts of all seats of a
// hand. Receipts name the head at the start of their own step, so that step is
// covered only by the receipts of the next hand.
func (t *Table) receipted() uint64 {
	for i := len(t.results) - 1; i >= 0; i-- {
		if r := t.results[i]; t.step > r.Step {
			return r.Step
		}
	}
	return 0
}

// Violated reports whether the audit of a settled hand found a violation: then no
// further hand starts.
func (t *Table) Violated() bool {
	for _, r := range t.results {
		if len(r.Violations) > 0 {
			return true
		}
	}
	return false
}
