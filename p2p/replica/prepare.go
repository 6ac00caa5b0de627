package replica

import (
	"fives/engine/record"
	"fives/engine/table"
)

// Checking a record is most of the work, and changes nothing: those of one step
// can be checked at the same time. They are then taken in one after the other, in
// the order in which they came, as if each had been checked when its turn was.

// A verdict is what came of checking a record.
type verdict struct {
	checked table.Checked
	err     error
}

// Prepare checks the records of the running step in messages that are about to be
// received, in parallel.
func (r *Replica) Prepare(ms []Message) {
	var recs []record.Record
	for _, m := range ms {
		if len(m.Records) <= maxRecords {
			recs = append(recs, m.Records...)
		}
	}
	r.prepare(recs)
}

// prepare checks the first record of each author that is worth checking. A second
// one would be judged against the first.
func (r *Replica) prepare(recs []record.Record) {
	var list []record.Record
	var authors uint64
	for _, rec := range recs {
		place, err := rec.Peek()
		seat := r.t.Terms().SeatOf(rec.Author)
		if err != nil || seat < 0 || place.Step != r.t.Step() || authors&(1<<seat) != 0 || r.t.Guilty(seat) || r.t.Screen(rec) != nil {
			continue
		}
		authors |= 1 << seat
		if _, known := r.checked[name(rec)]; !known {
			list = append(list, rec)
		}
	}
	if len(list) < 2 {
		return // it is checked when its turn comes
	}
	verdicts := make([]verdict, len(list))
	r.cfg.Parallel(len(list), func(i int) { verdicts[i].checked, verdicts[i].err = r.t.Check(list[i]) })
	clear(r.checked) // so there are never more than seats
	for i, rec := range list {
		r.checked[name(rec)] = verdicts[i]
	}
}

// check is the verdict on a record, found before or now. What has arrived since
// from the same author, Apply sees.
func (r *Replica) check(rec record.Record) (table.Checked, error) {
	if v, ok := r.checked[name(rec)]; ok {
		return v.checked, v.err
	}
	return r.t.Check(rec)
}

// name tells records apart that differ in any byte.
func name(rec record.Record) string {
	return string(rec.Author[:]) + string(rec.Signature[:]) + string(rec.Payload)
}

func oneByOne(n int, f func(i int)) {
	for i := range n {
		f(i)
	}
}
