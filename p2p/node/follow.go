package node

import (
	"context"

	"fives/p2p/api"
	"fives/p2p/replica"
)

// Events calls emit with each event: see [control.Daemon].
func (n *Node) Events(ctx context.Context, q api.EventsRequest, emit func(api.Event) error) error {
	if q.Public {
		n.screens.Add(1)
		defer n.screens.Add(-1)
	}
	return followFeed(ctx, n.events, inMemory{n}, q, emit)
}

// inMemory shows readers of events the tables in memory. It implements [shownTables].
type inMemory struct{ n *Node }

// Running lists the IDs of the tables.
func (m inMemory) Running() (ids []string) {
	for _, g := range m.n.tables.running() {
		ids = append(ids, g.id.String())
	}
	return ids
}

// Shown implements [shownTables].
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
