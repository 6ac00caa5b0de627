package node

import (
	"cmp"
	"context"
	"errors"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/peers"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/streams"
)

// Admit lets a node without a seat watch a private table: from now on the lobby shows it the table,
// with a credential that the nodes of all seats accept.
func (n *Node) Admit(ctx context.Context, name, who string) (api.Admission, error) {
	if err := n.signs(ctx); err != nil {
		return api.Admission{}, err
	}
	g, err := n.tables.find(name)
	if err != nil {
		return api.Admission{}, err
	}
	p, node, err := n.findNode(who)
	if err != nil {
		return api.Admission{}, err
	}
	if err := n.mayAdmit(g, node, p.Name); err != nil {
		return api.Admission{}, err
	}
	return api.Admission{Table: g.id.String(), Peer: p}, g.admitSpectator(node)
}

// mayAdmit returns why a node, whose name is given, cannot be let in; nil if it can.
func (n *Node) mayAdmit(g *game, node record.Key, name string) error {
	switch {
	case g.Onlooker():
		return playError(replica.ErrNoSeat)
	case !g.terms.Spectators:
		return api.Fail(api.ReasonNoSpectators, api.Data{})
	case !g.terms.Private:
		return api.Fail(api.ReasonPublicTable, api.Data{Table: g.id.String()})
	case g.Seats(node) || node == n.self:
		return api.Fail(api.ReasonHasSeat, api.Data{Name: cmp.Or(name, record.Fingerprint(node))})
	case g.finished():
		return api.Fail(api.ReasonGameOver, api.Data{})
	}
	return nil
}

// admitSpectator stores that a spectator is let in.
func (g *game) admitSpectator(spectator record.Key) error {
	err := session.Wait(func(done func(error)) { g.Table.Admit(spectator, done) })
	if errors.Is(err, session.ErrCrowded) {
		return api.Fail(api.ReasonSpectatorsFull, api.Data{Limit: session.MaxAdmitted})
	}
	return err
}

// findNode finds the node that a person means, and its key.
func (n *Node) findNode(who string) (p api.Peer, node record.Key, err error) {
	if p, err = n.findPeer(who); err != nil {
		return p, node, err
	}
	id, err := peer.Decode(p.ID)
	if err != nil {
		return p, node, err
	}
	return p, streams.NodeOf(id), nil
}

// findPeer finds the node that a person means.
func (n *Node) findPeer(who string) (api.Peer, error) { return peers.Find(n.Peers(), who) }
