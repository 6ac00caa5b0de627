package node

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/sec"
	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/host"
	"fives/p2p/peers"
	"fives/p2p/streams"
)

// Peers lists the nodes that are connected or were seen lately.
func (n *Node) Peers() []api.Peer {
	list := []api.Peer{}
	for node, p := range n.directory.List() {
		id, err := host.PeerID(node[:])
		if err != nil {
			continue
		}
		p.ID = id.String()
		if conns := n.host.Network().ConnsToPeer(id); len(conns) > 0 {
			p.Address = conns[0].RemoteMultiaddr().String()
			p.Guest = slices.ContainsFunc(conns, fromBrowser)
			p.Through, p.RoundTrip = n.wayTo(node)
		}
		if at, err := ma.NewMultiaddr(p.Address); err == nil {
			p.Far = !n.host.Near(at)
		}
		p.GuestOf = n.inviterOf(n.directory.Host(node))
		if p.GuestOf.Fingerprint == "" && p.Guest {
			p.GuestOf = n.inviterOf(n.self)
		}
		p.Guest = p.Guest || p.GuestOf.Fingerprint != ""
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b api.Peer) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// wayTo says through whose node another one is reached, "" if it is connected directly, and how many
// milliseconds it takes to answer, 0 while that is not known.
func (n *Node) wayTo(node record.Key) (through string, roundTrip int) {
	id := streams.PeerOf(node)
	if relays := n.host.RelaysTo(id); len(relays) > 0 && !n.host.Direct(id) {
		relay := streams.NodeOf(relays[0])
		through = cmp.Or(n.directory.Name(relay), record.Fingerprint(relay))
	}
	return through, int(n.directory.RoundTrip(node).Milliseconds())
}

// inviterOf returns the inviter with a key for people, the zero Inviter for the zero key.
func (n *Node) inviterOf(of record.Key) (i api.Inviter) {
	switch of {
	case record.Key{}:
		return i
	case n.self:
		i.Name, i.Self = n.name, true
	default:
		i.Name = n.directory.Name(of)
	}
	i.Fingerprint = record.Fingerprint(of)
	return i
}

// fromBrowser reports whether a node in a browser has made a connection: only they dial WebSockets
// (PROTOCOL §2.2).
func fromBrowser(c network.Conn) bool {
	return host.IsWebSocket(c.RemoteMultiaddr()) && c.Stat().Direction == network.DirInbound
}

// Trust accepts a new key for a name that this node knows with another key.
func (n *Node) Trust(who string) (api.Trusted, error) { return n.book.Accept(who, n.doubtedClaims()) }

// doubtedClaims lists the claims, at this node's tables and on the network, of a name that this node knows
// with another key.
func (n *Node) doubtedClaims() []peers.Claim {
	all := n.directory.Claims()
	for _, g := range n.tables.running() {
		all = append(all, peers.SeatClaims(g.terms.Seats)...)
	}
	all = append(all, n.lobby.Claims()...)
	for _, a := range n.tables.archive() {
		all = append(all, peers.SeatClaims(a.seats())...)
	}
	return n.book.Doubted(all)
}

// Far lets nodes from outside the local network in, or stops that, and returns how it then is.
func (n *Node) Far(ctx context.Context, q api.FarRequest) (api.FarInvitation, error) {
	return n.farDoor.invite(ctx, q)
}

// ForgetLink hangs up on the node that a link leads to, and keeps the link no more.
func (n *Node) ForgetLink(who string) (api.FarLink, error) { return n.links.forget(who) }

// saysTime is how long somebody who has used a link waits for the name of the node to which it leads.
const saysTime = 5 * time.Second

// awaitName waits until a node that has just connected has said who it is: from afar, that comes a
// moment later.
func (n *Node) awaitName(ctx context.Context, node record.Key) {
	ctx, cancel := context.WithTimeout(ctx, saysTime)
	defer cancel()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for !n.directory.Answers(node) {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

// connectByLink connects to the node that a link leads to.
func (n *Node) connectByLink(ctx context.Context, link string) (a api.ConnectAnswer, err error) {
	node, err := n.links.connect(ctx, link)
	if err != nil {
		return a, err
	}
	a.Kept = true
	n.awaitName(ctx, node)
	for _, p := range n.Peers() {
		switch {
		case p.ID == streams.PeerOf(node).String():
			a.Peer, a.Dialled = p, n.host.WentByLink(streams.PeerOf(node))
		case p.Connected && p.Name != "":
			a.Here = append(a.Here, p.Name)
		}
	}
	return a, n.sameProtocol(streams.PeerOf(node))
}

// sameProtocol returns an error if a node speaks another version of the protocol.
func (n *Node) sameProtocol(id peer.ID) error {
	node := streams.NodeOf(id)
	names, _ := n.network.Announcement(node)
	spoken := peers.ProtocolOf(names)
	if !peers.OtherProtocol(spoken) {
		return nil
	}
	there := api.Peer{ID: id.String(), Fingerprint: record.Fingerprint(node), Connected: true, Protocol: spoken}
	return api.Fail(api.ReasonOtherProtocol, api.Data{Protocol: record.Version, Peers: []api.Peer{there}})
}

// Connect connects to the node at a multiaddr that ends in /p2p/PEER-ID, or to which a link leads.
func (n *Node) Connect(ctx context.Context, addr string) (a api.ConnectAnswer, err error) {
	if _, err := far.Parse(addr, n.cfg.Network); !errors.Is(err, far.ErrNoLink) {
		return n.connectByLink(ctx, addr)
	}
	info, err := streams.ParseAddr(addr)
	if err != nil {
		return a, api.Fail(api.ReasonBadAddress, api.Data{Address: addr, Detail: err.Error()})
	}
	if n.host.Blocked(info.ID) {
		return a, api.Fail(api.ReasonKeptOut, api.Data{Address: addr})
	}
	if !slices.ContainsFunc(info.Addrs, n.host.Dials) {
		return a, api.Fail(api.ReasonNotLocal, api.Data{Address: addr})
	}
	if info.ID == n.host.ID() {
		return a, api.Fail(api.ReasonOtherNode, api.Data{Address: addr})
	}
	err = n.network.Connect(ctx, info)
	var other sec.ErrPeerIDMismatch
	if errors.As(err, &other) {
		at := fmt.Sprintf("%s/p2p/%s", info.Addrs[0], other.Actual)
		return a, api.Fail(api.ReasonOtherNode, api.Data{Address: addr, Peers: []api.Peer{{ID: other.Actual.String(), Address: at}}})
	}
	if host.HungUp(err) {
		return a, api.Fail(api.ReasonOnlyInvited, api.Data{Address: addr})
	}
	if err != nil {
		return a, api.Fail(api.ReasonNobodyThere, api.Data{Address: addr, Detail: err.Error()})
	}
	if err := n.sameProtocol(info.ID); err != nil {
		return a, err
	}
	for _, p := range n.Peers() {
		if p.ID == info.ID.String() {
			a.Peer = p
		}
	}
	for _, c := range n.host.Network().ConnsToPeer(info.ID) {
		if slices.ContainsFunc(info.Addrs, c.RemoteMultiaddr().Equal) {
			a.Peer.Address, a.Dialled = c.RemoteMultiaddr().String(), true
		}
	}
	return a, nil
}
