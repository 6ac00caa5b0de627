package backlog

import (
	"fives/engine/record"
	"fives/engine/table"
)

// Checking a record is most of the work, and changes nothing, so the records of one
// step can be checked in parallel. They are then applied one after the other, in
// the order in which they came.

// Checks are the results of checking records of the running step of a table ahead
// of their turn.
type Checks struct {
	t        *table.Table
	parallel func(n int, f func(i int))
	done     map[string]check // by name
}

type check struct {
	checked table.Checked
	err     error
}

// NewChecks has records of a table checked. parallel calls f with 0 to n-1, in any
// order or at the same time, and returns when all are done; nil means one after the
// other.
func NewChecks(t *table.Table, parallel func(n int, f func(i int))) *Checks {
	if parallel == nil {
		parallel = oneByOne
	}
	return &Checks{t: t, parallel: parallel, done: map[string]check{}}
}

// Prepare checks the first record of each author, unless Screen drops it. A second
// one has to be compared with the first, and waits.
func (c *Checks) Prepare(recs []record.Record) {
	var list []record.Record
	var authors uint64
	for _, rec := range recs {
		place, err := rec.Peek()
		seat := c.t.Terms().SeatOf(rec.Author)
		if err != nil || seat < 0 || place.Step != c.t.Step() || authors&(1<<seat) != 0 || c.t.Guilty(seat) || c.t.Screen(rec) != nil {
			continue
		}
		authors |= 1 << seat
		if _, known := c.done[name(rec)]; !known {
			list = append(list, rec)
		}
	}
	if len(list) < 2 {
		return // a single one is checked when it is taken in
	}
	found := make([]check, len(list))
	c.parallel(len(list), func(i int) { found[i].checked, found[i].err = c.t.Check(list[i]) })
	c.Forget() // so there are never more than seats
	for i, rec := range list {
		c.done[name(rec)] = found[i]
	}
}

// Check checks a record, unless Prepare has done so. If a record of the same author
// has arrived since then, Apply notices.
func (c *Checks) Check(rec record.Record) (table.Checked, error) {
	if known, ok := c.done[name(rec)]; ok {
		return known.checked, known.err
	}
	return c.t.Check(rec)
}

// Forget forgets all results, because their step is complete.
func (c *Checks) Forget() { clear(c.done) }

// name is different for any two records that differ in a byte.
func name(rec record.Record) string {
	return string(rec.Author[:]) + string(rec.Signature[:]) + string(rec.Payload)
}

func oneByOne(n int, f func(i int)) {
	for i := range n {
		f(i)
	}
}
