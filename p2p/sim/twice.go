package sim

import (
	"slices"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/sim/plan"
)

// begins returns how the first table begins, and how it begins for the others
// when its host begins it twice: with one friend, and with another.
func (w *world) begins(all replica.Genesis) (one, other replica.Genesis) {
	if w.plan.Cheat != plan.Twice {
		return all, all
	}
	n := len(all.Joins)
	return replica.Genesis{Proposal: all.Proposal, Joins: slices.Clone(all.Joins[:n-1])},
		replica.Genesis{Proposal: all.Proposal, Joins: append(slices.Clone(all.Joins[:n-2]), all.Joins[n-1])}
}

// assign gives every node one of the two beginnings: one honest node at least
// has each.
func (w *world) assign(other replica.Genesis) {
	last := len(w.nodes) - 1
	for i, n := range w.nodes {
		if i == last || i == 2 || i > 2 && i < last-1 && w.chance(0.5) {
			n.side = 1
			n.genesis = other
		}
	}
}

// provable reports whether what honest nodes have of a table proves who made their
// logs part. A host that goes before it has signed both rosters cannot be named.
func (w *world) provable(a, b *game) bool {
	if w.plan.Cheat != plan.Twice {
		return true
	}
	ta, tb := a.table(), b.table()
	said := func(g *game, author record.Key) *record.Record {
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
		if r, q := said(a, s.Key), said(b, s.Key); tb.Terms().SeatOf(s.Key) >= 0 && r != nil && q != nil && !r.Same(*q) {
			return true
		}
	}
	return false
}
