package node

import (
	"context"

	"fives/p2p/control"
	"fives/p2p/present"
	"fives/p2p/replica"
)

// Events follows what happens.
func (n *Node) Events(ctx context.Context, q control.EventsRequest, emit func(control.Event) error) error {
	return present.Follow(ctx, n.events, inMemory{n}, q, emit)
}

// inMemory are the tables in memory, as a reader of the events sees them.
type inMemory struct{ n *Node }

// Running lists them.
func (m inMemory) Running() (ids []string) {
	for _, g := range m.n.tables.running() {
		ids = append(ids, g.id.String())
	}
	return ids
}

// Shown is one of them as this node's seat sees it, with its moves if it is its turn, or as
// one without a seat sees it, for a reader who has seen so much of it; nil if it is not there.
func (m inMemory) Shown(id string, public bool, seen *present.Seen) (*control.Table, *control.Moves) {
	hash, err := parseID(id)
	if err != nil {
		return nil, nil
	}
	g := m.n.tables.game(hash)
	if g == nil {
		return nil, nil
	}
	view := m.n.view(g, func(r present.State) control.Table { return seen.Table(r, public) })
	if !view.YourTurn {
		return &view, nil
	}
	var moves control.Moves
	g.look(func(r *replica.Snapshot) { moves = present.Moves(r) })
	return &view, &moves
}
