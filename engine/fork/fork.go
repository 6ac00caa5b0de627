package fork

import (
	"errors"
	"slices"

	"fives/engine/reading"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// A Branch is another log of a table, which parts from its own at a step.
type Branch struct {
	From uint64 // the step in which the logs part
	t    *table.Table
}

// New begins a branch with the state of a table at the start of a step.
func New(of *table.Table, from uint64) (*Branch, error) {
	t, err := begin(of)
	if err != nil {
		return nil, err
	}
	for s := t.FirstStep(); s < from; s++ {
		for _, r := range append(of.Heres(s), of.Records(s)...) { // they are verified already
			c, err := t.Claim(reading.Peek(r))
			if err == nil {
				_, err = t.Apply(c.Assume())
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return &Branch{From: from, t: t}, nil
}

// begin makes a table anew.
func begin(of *table.Table) (*table.Table, error) {
	find := func(string) (*rules.RuleSet, error) { return of.Terms().Rules, nil }
	if c := of.Continuation(); c != nil {
		return table.Continue(*c, find)
	}
	return table.New(of.Records(0)[0], of.Records(1), find)
}

// Table is the table on the branch. Callers must not change it.
func (b *Branch) Table() *table.Table { return b.t }

// Take adds a record if it is the branch's, and reports whether the branch has it now.
// An error means that no honest node has the record in its log.
func (b *Branch) Take(r record.Record) (has bool, err error) {
	if err = b.t.Screen(r); err == nil {
		var c table.Checked
		if c, err = b.t.Check(r); err == nil {
			_, err = b.t.Apply(c)
		}
	}
	switch {
	case err == nil, errors.Is(err, table.ErrKnown):
		return true, nil
	case errors.Is(err, table.ErrFuture), errors.Is(err, table.ErrBranch), errors.Is(err, table.ErrLate), errors.Is(err, table.ErrGuilty), b.accuse(err):
		return false, nil
	}
	return false, err
}

// accuse keeps a fault. It returns false if the error is no fault, or not the first one
// of its seat on the branch.
func (b *Branch) accuse(err error) bool {
	var f *table.Fault
	return errors.As(err, &f) && b.t.Accuse(f)
}

// Prevails reports whether the branch stands and a table's log does not: after the logs
// parted, a hand was settled and receipted by all active seats on the branch, and none
// in the table's log; or they part because the branch covers for seats whose own records
// the table's log has.
func (b *Branch) Prevails(over *table.Table) bool {
	step, ok := Parting(over, b.t)
	return ok && !over.Receipted(step) && (b.t.Receipted(step) || covers(b.t, over, step))
}

// covers reports whether two logs part in a step because one has voted records away which
// the other log has.
func covers(t, over *table.Table, step uint64) bool {
	voted := over.Coverings(step)
	covers := t.Coverings(step)
	return len(covers) > len(voted) && len(without(voted, covers)) == 0
}

// Covers reports whether the branch parts from a table's log by covering for a seat that is
// one of these.
func (b *Branch) Covers(over *table.Table, seat func(int) bool) bool {
	step, ok := Parting(over, b.t)
	return ok && covers(b.t, over, step) && slices.ContainsFunc(b.t.Coverings(step), seat)
}

// Outvotes reports whether a log of a table prevails over another one because it covers for
// seats whose own records the other one has, and says in which step they part (SPEC §10.7).
func Outvotes(t, over *table.Table) (step uint64, ok bool) {
	step, ok = Parting(t, over)
	return step, ok && covers(t, over, step) && !over.Receipted(step)
}

// Apart lists the seats that are covered in one of two logs of a table and not in the
// other, in the step in which these part.
func Apart(a, b *table.Table) (step uint64, seats []int) {
	step, ok := Parting(a, b)
	if !ok {
		return 0, nil
	}
	one, other := a.Coverings(step), b.Coverings(step)
	return step, append(without(one, other), without(other, one)...)
}

// without lists the seats of a list that are not in another one.
func without(seats, out []int) (list []int) {
	for _, s := range seats {
		if !slices.Contains(out, s) {
			list = append(list, s)
		}
	}
	return list
}

// Signed reports whether one of these authors has signed a record of the given step of a
// log or of a later one.
func Signed(t *table.Table, from uint64, author func(record.Key) bool) bool {
	signed := func(r record.Record) bool { return author(r.Author) }
	for s := from; s < t.Step(); s++ {
		if slices.ContainsFunc(t.Records(s), signed) {
			return true
		}
	}
	return from <= t.Step() && slices.ContainsFunc(append(t.Arrived(), t.Votes()...), signed)
}

// Log lists all records of a table's steps.
func Log(t *table.Table) (records []record.Record) {
	for s := t.FirstStep(); s < t.Step(); s++ {
		records = append(append(records, t.Heres(s)...), t.Records(s)...)
	}
	return append(append(records, t.Arrived()...), t.Votes()...)
}

// Parting is the step at which two logs of a table part, if they do.
func Parting(a, b *table.Table) (step uint64, ok bool) {
	for s := range min(a.Step(), b.Step()) + 1 {
		one, _ := a.HeadAt(s)
		if other, _ := b.HeadAt(s); one != other {
			return s - 1, true
		}
	}
	return 0, false
}

// Replace makes the branch the log of a table. The table keeps its leave notices, and
// the evidence that is still proof. The records of its old log are proof against seats
// that signed both.
func (b *Branch) Replace(t *table.Table) {
	for _, n := range t.Notices() {
		_, _ = b.t.Leave(n) // it was good before
	}
	old := Log(t)
	for _, f := range t.Faults() {
		old = append(old, f.Records...)
	}
	for _, r := range old {
		_, err := b.t.Check(r)
		b.accuse(err)
	}
	*t = *b.t
}
