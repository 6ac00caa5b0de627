package sim

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/session"
)

// An origin is a table of the world, and the table that it goes on from.
type origin struct {
	id     record.Hash
	c      *record.Continuation // nil for the first
	terms  *table.Terms
	parent int  // -1 for the first
	begun  bool // somebody has begun to play it
}

// at returns the number of a table, -1 if the world does not know it.
func (w *world) at(id record.Hash) int {
	return slices.IndexFunc(w.tables, func(o *origin) bool { return o.id == id })
}

// note adds the table of a node to the world, if it is new, and returns its number.
func (w *world) note(t *session.Table) int {
	if at := w.at(t.ID()); at >= 0 {
		return at
	}
	c := t.Snapshot().Table().Continuation()
	w.counts.Called++
	w.log("table %d would go on from hand %d with %d seats", len(w.tables), c.Carry.Hands, len(c.Players))
	w.tables = append(w.tables, &origin{id: t.ID(), c: c, terms: t.Terms(), parent: w.at(c.Parent)})
	return len(w.tables) - 1
}
