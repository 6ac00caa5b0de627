package sim

import (
	"fives/engine/record"
)

// provable reports whether what two nodes have of a table proves who made their logs part. A host that goes before
// it has signed both rosters cannot be proved at fault.
func (c *checker) provable(a, b *game) bool {
	if c.w.plan.Cheat != Twice {
		return true
	}
	ta, tb := a.table(), b.table()
	statement := func(g *game, author record.Key) *record.Record {
		t := g.table()
		records := t.Records(t.FirstStep())
		if t.Step() == t.FirstStep() {
			records = t.Arrived()
		}
		for i := range records {
			if records[i].Author == author {
				return &records[i]
			}
		}
		return nil
	}
	for _, s := range ta.Terms().Seats {
		if r, q := statement(a, s.Key), statement(b, s.Key); tb.Terms().SeatOf(s.Key) >= 0 && r != nil && q != nil && !r.Same(*q) {
			return true
		}
	}
	return false
}
