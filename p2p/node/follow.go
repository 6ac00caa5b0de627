package node

import (
	"context"

	"fives/p2p/api"
	"fives/p2p/replica"
)

// Events follows what happens, an event a line of JSON.
func (n *Node) Events(ctx context.Context, q api.EventsRequest, emit func([]byte) error) error {
	return followFeed(ctx, n.events, inMemory{n}, q, emit)
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
func (m inMemory) Shown(id string, public bool, seen *seenTable) (*api.Table, *api.Moves) {
	hash, err := parseID(id)
	if err != nil {
		return nil, nil
	}
	g := m.n.tables.game(hash)
	if g == nil {
		return nil, nil
	}
	view := m.n.view(g, func(r tableState) api.Table { return seen.Table(r, public) })
	if !view.YourTurn {
		return &view, nil
	}
	var moves api.Moves
	g.look(func(r *replica.Snapshot) { moves = showMoves(r) })
	return &view, &moves
}
