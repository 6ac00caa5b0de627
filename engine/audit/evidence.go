package audit

import (
	"errors"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// Evidence returns the records of a file that is proof of a fault on its own (SPEC §6.3):
// the log up to the step of the fault, and the one or two records that are the fault.
// [Verify] returns a [*BlameError] for it.
func Evidence(t *table.Table, f *table.Fault) []record.Record {
	var all []record.Record
	for step := range f.Step {
		all = append(all, t.Records(step)...)
	}
	if len(all) == 0 {
		all = others(t, f.Records[0].Author)
	}
	return append(all, f.Records...)
}

// others lists the acceptances of the other seats of a continuation, which contain the
// terms of the table.
func others(t *table.Table, author record.Key) []record.Record {
	first := t.Records(0)
	if t.Step() == 0 {
		first = t.Arrived()
	}
	return slices.DeleteFunc(slices.Clone(first), func(r record.Record) bool { return r.Author == author })
}

// pair reports whether two records contradict each other: different payloads that
// one author signed for one step of one table, which no log has.
func pair(r, s record.Record) bool {
	p, errR := r.Open()
	q, errS := s.Open()
	return errR == nil && errS == nil && r.Author == s.Author && !r.Same(s) && p.Table == q.Table && p.Step == q.Step &&
		slices.Equal(p.About, q.About) && p.Kind != record.KindComplaint && q.Kind != record.KindComplaint
}

// contradiction judges such a pair, if one follows a good log.
func (a *auditor) contradiction() error {
	if len(a.ahead) < 2 {
		return nil
	}
	pair := a.ahead
	a.ahead = nil
	p, err := pair[0].Peek()
	if err != nil || a.t == nil || !a.proves(pair[0], pair[1], p) {
		return altered(a.at+1, errors.New("it does not belong to this table's log"))
	}
	return a.blame(a.at+2, &table.Fault{
		Seat: a.t.Terms().SeatOf(pair[0].Author), Step: p.Step, Records: pair, Reason: table.ErrTwo,
	})
}

// proves reports whether two different records in one place are a fault at all.
func (a *auditor) proves(r, s record.Record, p record.Payload) bool {
	return a.t.Terms().SeatOf(r.Author) >= 0 && p.Table == a.t.ID() && p.Step >= a.t.FirstStep() && a.t.Contradict(r, s)
}
