package node

import (
	"context"

	"fives/p2p/control"
	"fives/p2p/present"
	"fives/p2p/replica"
)

// Events follows what happens.
func (n *Node) Events(ctx context.Context, q control.EventsRequest, emit func(control.Event) error) error {
	return present.Follow(ctx, n.events, n.tables, q, emit)
}

// Running lists the tables in memory.
func (ts *tables) Running() (ids []string) {
	for _, g := range ts.running() {
		ids = append(ids, g.id.String())
	}
	return ids
}

// Shown is a table in memory as this node's seat sees it, with its moves if it
// is its turn; nil if it is not there.
func (ts *tables) Shown(id string) (*control.Table, *control.Moves) {
	hash, err := parseID(id)
	if err != nil {
		return nil, nil
	}
	g := ts.game(hash)
	if g == nil {
		return nil, nil
	}
	view := ts.view(g)
	if !view.YourTurn {
		return &view, nil
	}
	var moves control.Moves
	g.look(func(r *replica.Snapshot) { moves = present.Moves(r) })
	return &view, &moves
}

func (g *game) say(e control.Event) {
	e.Table = g.id.String()
	g.ts.events.Add(e)
}
