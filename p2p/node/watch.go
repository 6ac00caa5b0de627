package node

import (
	"context"
	"maps"
	"slices"
	"strings"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/streams"
)

// Watch follows a table of other nodes, in its public view. The node verifies all that it sees, as a
// seat does, and stores nothing.
func (n *Node) Watch(ctx context.Context, name string) (api.Summary, error) {
	g, err := n.watchNamed(ctx, name)
	if err != nil {
		return api.Summary{}, err
	}
	var s api.Summary
	g.look(func(r *replica.Snapshot) { s = summaryOf(r) })
	return s, nil
}

func (n *Node) watchNamed(ctx context.Context, name string) (*game, error) {
	if g, err := n.tables.find(name); err == nil && (name != "" || g.Onlooker()) {
		return g, nil
	}
	found := map[string][]lobby.HeardOffer{} // every node at a table lists it
	for _, o := range n.lobby.AskAll(ctx, lobby.LobbyTime) {
		if o.Running && !o.Full && strings.HasPrefix(o.ID, api.TypedID(name)) {
			found[o.ID] = append(found[o.ID], o)
		}
	}
	switch tables := slices.Sorted(maps.Keys(found)); {
	case len(tables) == 0:
		return nil, api.Fail(api.ReasonNothingToWatch, n.directory.Elsewhere(name))
	case len(tables) > 1:
		return nil, api.Fail(api.ReasonManyTables, api.Data{Candidates: tables})
	default:
		return n.watchAny(ctx, found[tables[0]])
	}
}

// watchAny follows a table through the first of its nodes that lets this one watch.
func (n *Node) watchAny(ctx context.Context, offers []lobby.HeardOffer) (*game, error) {
	for _, o := range offers[:min(len(offers), lobby.MaxClaims)] {
		g, err := n.follow(ctx, o.Node, o.Table, o.Credential)
		if err == nil {
			return g, nil
		}
		n.log.Debug("watching", "table", o.Table.Short(), "peer", o.Peer, "err", err)
	}
	return nil, api.Fail(api.ReasonCannotWatch, api.Data{})
}

// follow follows a table through one of its nodes.
func (n *Node) follow(ctx context.Context, node record.Key, id record.Hash, c *entry.Credential) (*game, error) {
	t, err := n.network.Watch(ctx, node, streams.Opening{Table: id, Credential: c, Minor: peers.Minor}, func(t *session.Table) { gameOf(t).credential = c })
	return gameOf(t), err
}
