package node

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/nickname"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/discovery"
	"fives/p2p/host"
	"fives/p2p/peers"
)

// directory is what the directory of nodes asks of the host.
type directory struct{ n *Node }

func (d directory) Connected(node record.Key) bool {
	id, err := host.PeerID(node[:])
	return err == nil && d.n.host != nil && d.n.host.Network().Connectedness(id) == network.Connected
}

func (d directory) Announced(node record.Key) (streams []string, program string) {
	id, err := host.PeerID(node[:])
	if err != nil {
		return nil, ""
	}
	protocols, err := d.n.host.Peerstore().GetProtocols(id)
	if err != nil {
		return nil, ""
	}
	for _, p := range protocols {
		streams = append(streams, string(p))
	}
	if agent, err := d.n.host.Peerstore().Get(id, "AgentVersion"); err == nil {
		text, _ := agent.(string)
		program, _ = strings.CutPrefix(text, "fives/")
	}
	return streams, nickname.Clean(program)
}

// found dials a node that discovery has seen.
func (n *Node) found(ctx context.Context, p discovery.Peer) {
	n.host.Seen(p.ID, p.Addrs)
	n.directory.Discovered(nodeOf(p.ID), p.Name, p.Version)
	if n.host.Network().Connectedness(p.ID) != network.Connected && n.seeks(p.ID) {
		n.redial(ctx, p.ID)
	}
}

// seeks reports whether a node that discovery has seen is to be dialled: all are
// while there are few, and always those that sit at a table of this node's.
func (n *Node) seeks(id peer.ID) bool {
	return len(n.host.Network().Peers()) < host.EnoughConns || n.sitsHere(id)
}

// redial connects to a peer in the background.
func (n *Node) redial(ctx context.Context, id peer.ID) {
	if !n.directory.StartDial(nodeOf(id), n.sitsHere(id)) {
		return
	}
	n.run(func() {
		defer n.directory.DialDone()
		ctx, cancel := context.WithTimeout(ctx, openTime)
		defer cancel()
		if err := n.host.Connect(ctx, peer.AddrInfo{ID: id}); err != nil {
			n.log.Debug("dial", "peer", id, "err", err)
		}
	})
}

// sitsHere reports whether a peer sits at a table of this node's.
func (n *Node) sitsHere(id peer.ID) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.awaits(id)
}

// awaits does what sitsHere says. n.mu must be held.
func (n *Node) awaits(id peer.ID) bool {
	if n.sitsWith(id) {
		return true
	}
	for _, j := range n.joins {
		if signedBy(j.want.Proposal, id) {
			return true
		}
	}
	return false
}

// watchConnections greets every node that connects.
func (n *Node) watchConnections(ctx context.Context) {
	n.host.Network().Notify(&network.NotifyBundle{
		ConnectedF: func(_ network.Network, c network.Conn) {
			id := c.RemotePeer()
			n.run(func() { n.greet(ctx, id) })
		},
		DisconnectedF: func(net network.Network, c network.Conn) {
			id := c.RemotePeer()
			if net.Connectedness(id) != network.Connected && ctx.Err() == nil {
				n.directory.Disconnected(nodeOf(id))
			}
		},
	})
}

// greet asks a node that has connected who it says it is.
func (n *Node) greet(ctx context.Context, id peer.ID) {
	node := nodeOf(id)
	if !n.directory.StartGreeting(node) {
		return
	}
	answer, err := n.askLobby(ctx, id)
	if err != nil {
		n.log.Debug("greeting", "peer", id, "err", err)
		n.directory.NoteUnresponsive(node, err)
		return
	}
	n.directory.Met(node, answer.Name, answer.Version)
}

// greetAgain asks those that have connected and not answered yet.
func (n *Node) greetAgain(ctx context.Context) {
	for _, id := range n.host.Network().Peers() {
		if n.directory.GreetAgain(nodeOf(id)) {
			n.run(func() { n.greet(ctx, id) })
		}
	}
}

// Peers lists the nodes that are connected or were seen lately.
func (n *Node) Peers() []control.Peer {
	n.discovery.Look(true)
	defer n.discovery.Look(false)
	list := []control.Peer{}
	for node, p := range n.directory.List() {
		id, err := host.PeerID(node[:])
		if err != nil {
			continue
		}
		p.ID = id.String()
		if conns := n.host.Network().ConnsToPeer(id); len(conns) > 0 {
			p.Address = conns[0].RemoteMultiaddr().String()
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b control.Peer) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// others is the hint where a table is not found: which nodes' tables cannot be
// seen because they speak another version, or else what is given.
func (n *Node) others(name string) control.Data {
	return control.Data{Name: name, Peers: n.directory.OfOtherVersions(), Protocol: record.Version}
}

// Trust accepts that a key goes by a name that this node knows with another
// one.
func (n *Node) Trust(who string) (control.Trusted, error) { return n.book.Accept(who, n.doubted()) }

// doubted lists those, at tables of this node and on the network, whose key is
// another than the one known by their name.
func (n *Node) doubted() []peers.Claim {
	all := n.directory.Claims()
	for _, g := range n.running() {
		all = append(all, peers.SeatClaims(g.terms.Seats)...)
	}
	n.mu.Lock()
	for _, o := range n.offers {
		all = append(all, peers.SeatClaims(o.sitting())...)
	}
	n.mu.Unlock()
	for _, a := range n.archive() {
		all = append(all, peers.SeatClaims(a.seats())...)
	}
	return n.book.Doubted(all)
}

// Connect dials a multiaddr that ends in /p2p/PEER-ID.
func (n *Node) Connect(ctx context.Context, addr string) error {
	info, err := parseAddr(addr)
	if err != nil {
		return control.Fail(control.ReasonBadAddress, control.Data{Address: addr, Detail: err.Error()})
	}
	n.host.Given(info.ID, info.Addrs)
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	if err := n.host.Connect(ctx, info); err != nil {
		return control.Fail(control.ReasonNobodyThere, control.Data{Address: addr, Detail: err.Error()})
	}
	if spoken := n.spoken(info.ID); peers.OtherVersion(spoken) != "" {
		there := control.Peer{ID: info.ID.String(), Fingerprint: fingerprint(info.ID), Connected: true, Protocol: spoken}
		return control.Fail(control.ReasonOtherProtocol, control.Data{Protocol: record.Version, Peers: []control.Peer{there}})
	}
	return nil
}

// spoken is the version of the protocol that a connected peer speaks.
func (n *Node) spoken(id peer.ID) int {
	streams, _ := directory{n}.Announced(nodeOf(id))
	return peers.Spoken(streams)
}

// CheckAddr tells why [Node.Connect] cannot take an address.
func CheckAddr(addr string) error {
	_, err := parseAddr(addr)
	return err
}

func parseAddr(addr string) (peer.AddrInfo, error) {
	m, err := ma.NewMultiaddr(addr)
	if err != nil {
		return peer.AddrInfo{}, fmt.Errorf("%q is no multiaddr: %w", addr, err)
	}
	info, err := peer.AddrInfoFromP2pAddr(m)
	if err != nil {
		return peer.AddrInfo{}, fmt.Errorf("%q names no peer: %w", addr, err)
	}
	if len(info.Addrs) == 0 {
		return peer.AddrInfo{}, fmt.Errorf("%q has no address", addr)
	}
	return *info, nil
}

// keepConnecting holds a connection to an address that the user gave.
func (n *Node) keepConnecting(ctx context.Context, addr string) {
	info, err := parseAddr(addr)
	if err != nil {
		n.log.Error("an address that was given", "err", err)
		return
	}
	for wait := time.NewTimer(0); ; wait.Reset(peers.RedialEvery) {
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		if n.host.Network().Connectedness(info.ID) != network.Connected {
			n.host.Given(info.ID, info.Addrs)
			n.redial(ctx, info.ID)
		}
	}
}

// flooded deals with a peer that goes on opening streams that it may not have.
// All that can be done about one that plays at a table is to hang up.
func (n *Node) flooded(id peer.ID) {
	if !n.plays(id) {
		n.ban(id)
		return
	}
	n.log.Warn("a peer opens far too many streams", "peer", id)
	if err := n.host.Network().ClosePeer(id); err != nil {
		n.log.Debug("hanging up", "peer", id, "err", err)
	}
}

// ban blocks a peer for a while that plays at none of this node's tables.
func (n *Node) ban(id peer.ID) {
	if n.host.Blocked(id) {
		return
	}
	n.log.Warn("peer blocked for 1 minute: invalid messages", "peer", id)
	n.host.Block(id)
	time.AfterFunc(banTime, func() { n.host.Unblock(id) })
}

const nameFile = "name"

// chooseName takes the configured name, or the one used before, or the user's,
// and remembers it.
func (n *Node) chooseName() (string, error) {
	path := filepath.Join(n.cfg.Home, nameFile)
	if n.cfg.Name != "" {
		if err := table.CheckName(n.cfg.Name); err != nil {
			return "", fmt.Errorf("node: %w", err)
		}
		return n.cfg.Name, writeDurably(path, []byte(n.cfg.Name+"\n"))
	}
	if b, err := os.ReadFile(path); err == nil {
		if name := strings.TrimSpace(string(b)); table.CheckName(name) == nil {
			return name, nil
		}
	}
	if u, err := user.Current(); err == nil {
		if name := nickname.Clean(u.Username); name != "" {
			return name, nil
		}
	}
	return "player", nil
}
