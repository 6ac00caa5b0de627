package table

import (
	"errors"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// A Branch is another log of a table: a copy of the table that has the other records from
// the step on at which the logs part. Logs part when a seat has signed two records for one
// step and both logs have gone on (SPEC §8.5), or when the nodes have voted away different
// records (SPEC §10.7). The two logs alone decide which of them stands, whoever holds them.
// Once the branch prevails, it replaces the table's own log.
type Branch struct {
	From uint64 // the step in which the logs part
	t    *Table
}

// NewBranch begins a branch with the state of a table at the start of a step.
func NewBranch(of *Table, from uint64) (*Branch, error) {
	t, err := beginAgain(of)
	if err != nil {
		return nil, err
	}
	for s := t.FirstStep(); s < from; s++ {
		for _, r := range append(of.ShownVotes(s), of.Records(s)...) { // they are verified already
			c, err := t.Claim(Peek(r))
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

// beginAgain makes a new table from the beginning of another one.
func beginAgain(of *Table) (*Table, error) {
	find := func(string) (*rules.RuleSet, error) { return of.Terms().Rules, nil }
	if c := of.Continuation(); c != nil {
		return Continue(*c, find)
	}
	return New(of.Records(0)[0], of.Records(1), find)
}

// Table returns the table on the branch. Callers must not change it.
func (b *Branch) Table() *Table { return b.t }

// Take adds a record if it belongs to the branch, and reports whether the branch has it
// now. An error means that no honest node has the record in its log.
func (b *Branch) Take(r record.Record) (has bool, err error) {
	if err = b.t.Screen(r); err == nil {
		var c Checked
		if c, err = b.t.Check(r); err == nil {
			_, err = b.t.Apply(c)
		}
	}
	switch {
	case err == nil, errors.Is(err, ErrKnown):
		return true, nil
	case errors.Is(err, ErrFuture), errors.Is(err, ErrBranch), errors.Is(err, ErrLate), errors.Is(err, ErrGuilty), b.accuse(err):
		return false, nil
	}
	return false, err
}

// accuse keeps a fault. It returns false if the error is not a fault, or not the first one
// of its seat on the branch.
func (b *Branch) accuse(err error) bool {
	var f *Fault
	return errors.As(err, &f) && b.t.Accuse(f)
}

// Prevails reports whether the branch stands and a table's log does not. That is so if,
// after the logs parted, a hand was settled and receipted by all active seats on the branch
// but none in the table's log; or if they parted because the branch has voted away all
// records that the table's log has voted away, and more.
func (b *Branch) Prevails(over *Table) bool {
	step, ok := over.PartsFrom(b.t)
	if !ok || over.Receipted(step) {
		return false
	}
	more, less := apart(b.t, over, step)
	return b.t.Receipted(step) || len(more) > 0 && len(less) == 0
}

// Outvotes reports whether another log of the table, over, gives way because t has voted
// away a record that it contains (SPEC §10.7), and says in which step they part. If each
// log has voted away a record that the other contains, both give way to the step with the
// votes of both.
func (t *Table) Outvotes(over *Table) (step uint64, ok bool) {
	step, ok = t.PartsFrom(over)
	if !ok || over.Receipted(step) {
		return step, false
	}
	more, _ := apart(t, over, step)
	return step, len(more) > 0
}

// apart lists the seats whose records of a step only the one log has voted away, and those
// whose records only the other has.
func apart(a, b *Table, step uint64) (one, other []int) {
	return without(a.VotedAway(step), b.VotedAway(step)), without(b.VotedAway(step), a.VotedAway(step))
}

// JoinVotes returns a branch that, in the step in which b and a table's log part, has the
// votes of both. It does so if each has voted away a record there that the other contains,
// and neither has a later hand that all have receipted. Otherwise it returns b itself.
func (b *Branch) JoinVotes(with *Table) *Branch {
	step, ok := with.PartsFrom(b.t)
	if !ok || b.t.Receipted(step) || with.Receipted(step) {
		return b
	}
	more, less := apart(b.t, with, step)
	if len(more) == 0 || len(less) == 0 {
		return b
	}
	both, err := NewBranch(with, step)
	if err != nil {
		return b
	}
	away := append(b.t.VotedAway(step), less...)
	for _, of := range []*Table{b.t, with} {
		for _, r := range of.Records(step) {
			if p, err := r.Peek(); err == nil && len(p.About) > 0 {
				_, _ = both.Take(r)
			}
		}
	}
	for _, r := range with.Records(step) {
		if seat := with.Terms().SeatOf(r.Author); !slices.Contains(away, seat) {
			_, _ = both.Take(r)
		}
	}
	return both
}

// SignedSince reports whether one of these authors has signed a record of the log for the
// given step or a later one.
func (t *Table) SignedSince(from uint64, author func(record.Key) bool) bool {
	signed := func(r record.Record) bool { return author(r.Author) }
	for s := from; s < t.Step(); s++ {
		if slices.ContainsFunc(t.Records(s), signed) {
			return true
		}
	}
	return from <= t.Step() && slices.ContainsFunc(append(t.Arrived(), t.Votes()...), signed)
}

// AllRecords lists all records of the table's steps.
func (t *Table) AllRecords() (records []record.Record) {
	for s := t.FirstStep(); s < t.Step(); s++ {
		records = append(append(records, t.ShownVotes(s)...), t.Records(s)...)
	}
	return append(append(records, t.Arrived()...), t.Votes()...)
}

// PartsFrom says in which step the log parts from another one of the same table, if it
// does.
func (t *Table) PartsFrom(other *Table) (step uint64, ok bool) {
	for s := range min(t.Step(), other.Step()) + 1 {
		own, _ := t.HeadAt(s)
		if theirs, _ := other.HeadAt(s); own != theirs {
			return s - 1, true
		}
	}
	return 0, false
}

// Replace makes the branch the log of a table. The table keeps its leave notices, and such
// evidence as still proves something. The records of its old log are proof against seats
// that signed both.
func (b *Branch) Replace(t *Table) {
	for _, n := range t.Notices() {
		_, _ = b.t.Leave(n) // it was good before
	}
	old := t.AllRecords()
	for _, f := range t.Faults() {
		old = append(old, f.Records...)
	}
	for _, r := range old {
		_, err := b.t.Check(r)
		b.accuse(err)
	}
	*t = *b.t
}
