package node

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/p2p/control"
	"fives/p2p/peers"
	"fives/p2p/present"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/wire"
)

// Watch follows a table of others: the public view only. The node verifies all
// that it sees, as a seat does, and stores nothing.
func (n *Node) Watch(ctx context.Context, name string) (control.Summary, error) {
	g, err := n.watched(ctx, name)
	if err != nil {
		return control.Summary{}, err
	}
	var s control.Summary
	g.look(func(r *replica.Snapshot) { s = present.Summary(r) })
	return s, nil
}

func (n *Node) watched(ctx context.Context, name string) (*game, error) {
	if g, err := n.find(name); err == nil && (name != "" || g.Onlooker()) {
		return g, nil
	}
	found := map[string][]heardOffer{} // every node at a table lists it
	for _, o := range n.offersOfAll(ctx, lobbyTime) {
		if o.Running && strings.HasPrefix(o.ID, strings.ToLower(name)) {
			found[o.ID] = append(found[o.ID], o)
		}
	}
	switch tables := slices.Sorted(maps.Keys(found)); {
	case len(tables) == 0:
		return nil, control.Fail(control.ReasonNothingToWatch, n.others(name))
	case len(tables) > 1:
		return nil, present.Ambiguous(tables)
	default:
		return n.watchAny(ctx, found[tables[0]])
	}
}

// watchAny follows a table through the first of its nodes that shows it.
func (n *Node) watchAny(ctx context.Context, offers []heardOffer) (*game, error) {
	for _, o := range offers[:min(len(offers), maxClaims)] {
		id, err := parseID(o.ID)
		if err != nil {
			return nil, err
		}
		from, err := peer.Decode(o.Peer)
		if err != nil {
			return nil, err
		}
		g, err := n.beginWatching(ctx, from, opening{Table: id, Credential: o.credential, Minor: peers.Minor})
		if err == nil {
			return g, nil
		}
		n.log.Debug("watching", "table", short(id), "peer", from, "err", err)
	}
	return nil, control.Fail(control.ReasonCannotWatch, control.Data{})
}

// beginWatching gets a table's genesis from one of its nodes and follows it.
func (n *Node) beginWatching(ctx context.Context, from peer.ID, o opening) (*game, error) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	s, err := n.host.NewStream(network.WithNoDial(ctx, "watch"), from, protocolTable)
	if err != nil {
		return nil, err
	}
	s.SetWriteDeadline(time.Now().Add(openTime))
	g, err := n.follow(s, o)
	if err != nil {
		s.Reset()
		return nil, err
	}
	n.run(func() { g.serve(s, true) })
	return g, nil
}

func (n *Node) follow(s network.Stream, o opening) (*game, error) {
	if err := wire.Write(s, o); err != nil {
		return nil, err
	}
	genesis, err := receiveGenesis(s)
	if err != nil {
		return nil, err
	}
	t, err := n.session.Watch(o.Table, genesis, func(t *session.Table) { of(t).credential = o.Credential })
	if err != nil {
		return nil, err
	}
	return of(t), nil
}
