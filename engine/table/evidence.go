package table

import "slices"

// evidence is what has been proved against seats. It is outside the log: nodes with the
// same log may have different evidence.
type evidence struct {
	faults []*Fault // one for a seat
	forks  []uint64 // steps for which a seat has signed two records
}

// NoteFork notes that a seat has been proved to have signed two records for a step, even if
// a graver fault of that seat is kept. See [Table.Disputed].
func (e *evidence) NoteFork(step uint64) {
	if !slices.Contains(e.forks, step) {
		e.forks = append(e.forks, step)
	}
}

// Faults lists the faults that the table knows about, at most one for each seat.
func (e *evidence) Faults() []*Fault { return e.faults }

// faultOf returns the fault of a seat, nil if there is none.
func (e *evidence) faultOf(seat int) *Fault {
	if i := slices.IndexFunc(e.faults, func(f *Fault) bool { return f.Seat == seat }); i >= 0 {
		return e.faults[i]
	}
	return nil
}

// keep keeps a fault, in place of any other fault of the same seat.
func (e *evidence) keep(f *Fault) {
	i := slices.IndexFunc(e.faults, func(old *Fault) bool { return old.Seat == f.Seat })
	if i >= 0 {
		e.faults[i] = f
	} else {
		e.faults = append(e.faults, f)
	}
}
