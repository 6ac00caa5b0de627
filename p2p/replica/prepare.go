package replica

import (
	"fives/engine/record"
	"fives/engine/table"
)

// Checking a record is most of the work, and changes nothing, so the records of one
// step can be checked in parallel. They are then applied one after the other, in
// the order in which they came.

// A verdict is the result of checking a record.
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

// prepare checks the first record of each author, unless Screen drops it. A second
// one has to be compared with the first, and waits.
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
		if _, known := r.checked[recordName(rec)]; !known {
			list = append(list, rec)
		}
	}
	if len(list) < 2 {
		return // a single one is checked when it is taken in
	}
	verdicts := make([]verdict, len(list))
	r.cfg.Parallel(len(list), func(i int) { verdicts[i].checked, verdicts[i].err = r.t.Check(list[i]) })
	clear(r.checked) // so there are never more than seats
	for i, rec := range list {
		r.checked[recordName(rec)] = verdicts[i]
	}
}

// check returns the verdict on a record, from prepare if it has one. If a record of
// the same author has arrived since then, Apply notices.
func (r *Replica) check(rec record.Record) (table.Checked, error) {
	if v, ok := r.checked[recordName(rec)]; ok {
		return v.checked, v.err
	}
	return r.t.Check(rec)
}

// recordName is different for any two records that differ in a byte.
func recordName(rec record.Record) string {
	return string(rec.Author[:]) + string(rec.Signature[:]) + string(rec.Payload)
}

func oneByOne(n int, f func(i int)) {
	for i := range n {
		f(i)
	}
}
