package session

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"fives/engine/ahead"
	"fives/engine/record"
	"fives/engine/table"
)

// VotesFirst puts the votes of each step before its other records: a step that a vote has
// kept incomplete must not become complete because it is read in another order.
func VotesFirst(records []record.Record) []record.Record {
	type placed struct {
		record.Record
		step  uint64
		other int // 0 for a vote
	}
	list := make([]placed, len(records))
	votes := false
	for i, r := range records {
		list[i] = placed{r, 0, 1}
		if p, err := r.Peek(); err == nil {
			if list[i].step = p.Step; len(p.About) > 0 {
				votes, list[i].other = true, 0
			}
		}
	}
	if !votes {
		return records
	}
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Or(cmp.Compare(a.step, b.step), cmp.Compare(a.other, b.other)) })
	sorted := make([]record.Record, len(records))
	for i, p := range list {
		sorted[i] = p.Record
	}
	return sorted
}

// Rebuild makes the table that is stored under an ID, and checks every record again. Nearly
// always all of them are good, so it looks ahead; if anything is wrong, it starts again and
// says what. parallel is as in [Scheduler].
func Rebuild(id record.Hash, st *Stored, find table.Finder, parallel func(n int, f func(i int))) (*table.Table, error) {
	st.Records = VotesFirst(st.Records)
	t, err := genesis(id, st, find)
	if err != nil {
		return nil, err
	}
	if !foresee(t, st.Records, parallel) {
		if t, err = genesis(id, st, find); err != nil {
			return nil, err
		}
		if err := replay(t, st); err != nil {
			return nil, err
		}
	}
	for _, nt := range st.Notices {
		if _, err := t.Leave(nt); err != nil {
			return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
		}
	}
	for _, records := range st.Faults {
		var f *table.Fault
		if _, err := t.Check(records[len(records)-1]); errors.As(err, &f) {
			t.Accuse(f)
		}
	}
	return t, nil
}

func genesis(id record.Hash, st *Stored, find table.Finder) (*table.Table, error) {
	t, err := st.Genesis.Table(find)
	if err != nil {
		return nil, err
	}
	if t.ID() != id {
		return nil, fmt.Errorf("%w: the table stored as %s is another", ErrDamaged, id)
	}
	return t, nil
}

// foresee takes in records as long as they seem good, and reports whether all of them are.
// If not, the table is of no use.
func foresee(t *table.Table, records []record.Record, parallel func(n int, f func(i int))) bool {
	next := func() (r record.Record, more bool) {
		if len(records) == 0 {
			return r, false
		}
		r, records = records[0], records[1:]
		return r, true
	}
	return nil == ahead.Run(parallel, ahead.Hands, next, func(r table.Reading) (table.Claim, error) {
		c, err := t.Claim(r)
		if err == nil {
			_, err = t.Apply(c.Assume())
		}
		if errors.Is(err, table.ErrKnown) || errors.Is(err, table.ErrLate) {
			return table.Claim{}, nil
		}
		return c, err
	})
}

// replay takes in records one by one. The proof of a record of this node was not verified
// before it was sent: if it is false, its seat is at fault, and nothing that this node has
// built upon it counts. A record that was stored before all others voted it away is late.
func replay(t *table.Table, st *Stored) error {
	for _, r := range st.Records {
		c, err := t.Check(r)
		if err == nil {
			_, err = t.Apply(c)
		}
		var f *table.Fault
		switch _, own := st.Seats[r.Author]; {
		case err == nil, errors.Is(err, table.ErrKnown), errors.Is(err, table.ErrLate):
		case own && errors.As(err, &f) && len(f.Records) == 1:
			t.Accuse(f)
		case len(t.Faults()) > 0 && errors.Is(err, table.ErrFuture):
		default:
			return fmt.Errorf("%w: a record of step %d: %v", ErrDamaged, t.Step(), err)
		}
	}
	return nil
}
