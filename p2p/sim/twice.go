package sim

import (
	"fives/engine/record"
	"fives/p2p/sim/plan"
	"fives/p2p/sim/world"
)

// provable reports whether what honest nodes have of a table proves who made their
// logs part. A host that goes before it has signed both rosters cannot be named.
func (c *checker) provable(a, b *world.Game) bool {
	if c.w.Plan.Cheat != plan.Twice {
		return true
	}
	ta, tb := a.Table(), b.Table()
	statement := func(g *world.Game, author record.Key) *record.Record {
		t := g.Table()
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
