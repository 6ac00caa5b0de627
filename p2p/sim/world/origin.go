package world

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/session"
)

// An Origin is a table of the world, and from which one it goes on.
type Origin struct {
	ID     record.Hash
	c      *record.Continuation // nil of the first
	terms  *table.Terms
	Parent int  // -1 for the first
	begun  bool // somebody has begun to play it
}

// at is the number of a table, -1 for one that the world does not know.
func (w *World) at(id record.Hash) int {
	return slices.IndexFunc(w.Tables, func(o *Origin) bool { return o.ID == id })
}

// note makes the table of a node one of the world.
func (w *World) note(t *session.Table) int {
	if at := w.at(t.ID()); at >= 0 {
		return at
	}
	c := t.Snapshot().Table().Continuation()
	w.Counts.Called++
	w.Log("table %d would go on from hand %d with %d seats", len(w.Tables), c.Carry.Hands, len(c.Players))
	w.Tables = append(w.Tables, &Origin{ID: t.ID(), c: c, terms: t.Terms(), Parent: w.at(c.Parent)})
	return len(w.Tables) - 1
}
