package node

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/replica"
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
	g.look(func(r *replica.Replica) { s = summary(r) })
	return s, nil
}

func (n *Node) watched(ctx context.Context, name string) (*game, error) {
	if g, err := n.find(name); err == nil && (name != "" || g.onlooker) {
		return g, nil
	}
	var found []control.Offer
	for _, o := range n.Tables(ctx).Open {
		if o.Running && strings.HasPrefix(o.ID, strings.ToLower(name)) {
			found = append(found, o)
		}
	}
	found = oneOfEach(found)
	switch {
	case len(found) == 0:
		return nil, &control.Error{Code: control.CodeNotFound, Message: "no table to watch", Hint: "a table can be watched if its host allows it: fives host … --spectators"}
	case len(found) > 1:
		return nil, ambiguous(ids(found, func(o control.Offer) string { return o.ID }))
	}
	id, err := parseID(found[0].ID)
	if err != nil {
		return nil, badRequest(err)
	}
	from, err := peer.Decode(found[0].Peer)
	if err != nil {
		return nil, badRequest(err)
	}
	g, err := n.beginWatching(ctx, from, id)
	if err != nil {
		n.log.Debug("watching", "table", short(id), "err", err)
		return nil, &control.Error{Code: control.CodeUnreachable, Message: "the table cannot be watched now"}
	}
	return g, nil
}

// oneOfEach keeps one offer of each table: every node at it lists it.
func oneOfEach(offers []control.Offer) []control.Offer {
	seen := map[string]bool{}
	var out []control.Offer
	for _, o := range offers {
		if !seen[o.ID] {
			out = append(out, o)
		}
		seen[o.ID] = true
	}
	return out
}

// beginWatching gets a table's genesis from one of its nodes and follows it.
func (n *Node) beginWatching(ctx context.Context, from peer.ID, id record.Hash) (*game, error) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	s, err := n.host.NewStream(network.WithNoDial(ctx, "watch"), from, protocolTable)
	if err != nil {
		return nil, err
	}
	s.SetWriteDeadline(time.Now().Add(openTime))
	g, err := n.follow(s, id)
	if err != nil {
		s.Reset()
		return nil, err
	}
	n.run(func() { g.serve(s, true) })
	return g, nil
}

func (n *Node) follow(s network.Stream, id record.Hash) (*game, error) {
	if err := wire.Write(s, opening{Table: id}); err != nil {
		return nil, err
	}
	genesis, err := receiveGenesis(s)
	if err != nil {
		return nil, err
	}
	t, err := genesis.Table(n.cfg.Games)
	if err != nil {
		return nil, err
	}
	if t.ID() != id {
		return nil, errors.New("node: the genesis is of another table")
	}
	n.making.Lock()
	defer n.making.Unlock()
	if g := n.game(id); g != nil {
		return g, nil
	}
	g, err := n.newGame(t, nil, false)
	if err != nil {
		return nil, err
	}
	g.onlooker = true
	n.mu.Lock()
	n.games[id] = g
	n.mu.Unlock()
	return g, nil
}
