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
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/discovery"
	"fives/p2p/host"
	"fives/p2p/peers"
	"fives/p2p/streams"
)

// found dials a node that discovery has seen.
func (n *Node) found(p discovery.Peer) {
	n.host.Seen(p.ID, p.Addrs)
	node := streams.NodeOf(p.ID)
	n.directory.Discovered(node, p.Name, p.Version)
	if !n.network.Connected(node) && n.network.Seeks(node) {
		n.network.Dial(node)
	}
}

// watchConnections greets every node that connects.
func (n *Node) watchConnections(ctx context.Context) {
	n.host.Network().Notify(&network.NotifyBundle{
		ConnectedF: func(_ network.Network, c network.Conn) {
			id := c.RemotePeer()
			n.scheduler.Go(func() { n.greet(ctx, id) })
		},
		DisconnectedF: func(net network.Network, c network.Conn) {
			id := c.RemotePeer()
			if net.Connectedness(id) != network.Connected && ctx.Err() == nil {
				n.directory.Disconnected(streams.NodeOf(id))
			}
		},
	})
}

// greet asks a node that has connected who it says it is.
func (n *Node) greet(ctx context.Context, id peer.ID) {
	node := streams.NodeOf(id)
	if !n.directory.StartGreeting(node) {
		return
	}
	answer, err := n.lobby.Ask(ctx, node)
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
		if n.directory.GreetAgain(streams.NodeOf(id)) {
			n.scheduler.Go(func() { n.greet(ctx, id) })
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
	all = append(all, n.lobby.Claims()...)
	for _, a := range n.archive() {
		all = append(all, peers.SeatClaims(a.seats())...)
	}
	return n.book.Doubted(all)
}

// Connect dials a multiaddr that ends in /p2p/PEER-ID.
func (n *Node) Connect(ctx context.Context, addr string) error {
	info, err := parseAddr(addr)
	if err != nil {
		return &control.Error{Code: control.CodeBadRequest, Message: err.Error(),
			Hint: "an address looks like /ip4/192.168.1.20/tcp/45355/p2p/12D3Koo…; the other node's `fives status` shows its own"}
	}
	n.host.Given(info.ID, info.Addrs)
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	if err := n.host.Connect(ctx, info); err != nil {
		return &control.Error{Code: control.CodeUnreachable, Message: fmt.Sprintf("nobody answers at %s: %v", addr, err)}
	}
	if text := n.otherVersion(info.ID); text != "" {
		return &control.Error{Code: control.CodeConflict, Message: "the node there " + text, Hint: "nodes of different protocol versions cannot play together"}
	}
	return nil
}

// otherVersion says that a connected peer speaks another version of the protocol.
func (n *Node) otherVersion(id peer.ID) string {
	names, _ := n.network.Announced(streams.NodeOf(id))
	return peers.OtherVersion(peers.Spoken(names))
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
		n.log.Error("--peer", "err", err)
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
			n.network.Dial(streams.NodeOf(info.ID))
		}
	}
}

// openTime is for a connection that a person asks for.
const openTime = 5 * time.Second

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
