package node

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
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
)

// maxPeers bounds the list of peers.
const maxPeers = 256

// A peerInfo is what the node knows of another one.
type peerInfo struct {
	name     string // as it claims, cleaned
	version  string // of its program
	protocol int    // version that it speaks; 0 while it is not known
	minor    uint64 // minor version that it speaks, as it said last
	named    bool   // it has said so since it connected
	warning  string
	seen     time.Time
	greeted  bool          // the lobby is being asked since it connected, or has answered
	manner   string        // in which it does not answer, "" if it does
	again    time.Time     // when it may be asked again
	patience time.Duration // before the next time
	late     bool          // it has let a list of tables wait, and not answered since
	told     bool          // the event stream has been told that it is here
}

// found dials a node that discovery has seen.
func (n *Node) found(ctx context.Context, p discovery.Peer) {
	n.host.Seen(p.ID, p.Addrs)
	if info := n.info(p.ID); info != nil {
		n.mu.Lock()
		info.seen = time.Now()
		if !info.greeted { // its own word counts for more
			info.name, info.protocol = cmp.Or(p.Name, info.name), p.Version
		}
		n.mu.Unlock()
	}
	if n.host.Network().Connectedness(p.ID) != network.Connected && n.seeks(p.ID) {
		n.redial(ctx, p.ID)
	}
}

// seeks tells whether a node that discovery has seen is to be dialled: all are
// while there are few, and always those that sit at a table of this node's.
func (n *Node) seeks(id peer.ID) bool {
	if len(n.host.Network().Peers()) < host.EnoughConns {
		return true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.awaits(id)
}

// info returns the entry of a peer, making one while there is room.
func (n *Node) info(id peer.ID) *peerInfo {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.peers[id] == nil {
		if len(n.peers) >= maxPeers && !n.forgetOne() {
			return nil
		}
		n.peers[id] = &peerInfo{}
	}
	return n.peers[id]
}

// forgetOne drops the peer that has not been seen for longest, if there is one
// that is not connected.
func (n *Node) forgetOne() bool {
	var oldest peer.ID
	for id, info := range n.peers {
		if n.host.Network().Connectedness(id) == network.Connected {
			continue
		}
		if oldest == "" || info.seen.Before(n.peers[oldest].seen) {
			oldest = id
		}
	}
	delete(n.peers, oldest)
	return oldest != ""
}

// redialEvery spaces the attempts to reach a peer.
const redialEvery = 2 * time.Second

// maxDials bounds the attempts under way: discovery can be flooded with peers
// that do not exist.
const maxDials = 8

// redial connects to a peer in the background.
func (n *Node) redial(ctx context.Context, id peer.ID) {
	n.mu.Lock()
	crowded := n.dialling >= maxDials && !n.awaits(id)
	recent := time.Since(n.dials[id]) < redialEvery || crowded
	if !recent {
		n.dials[id] = time.Now()
		n.dialling++
	}
	if len(n.dials) > 8*maxPeers {
		clear(n.dials)
	}
	n.mu.Unlock()
	if recent {
		return
	}
	n.run(func() {
		ctx, cancel := context.WithTimeout(ctx, openTime)
		defer cancel()
		if err := n.host.Connect(ctx, peer.AddrInfo{ID: id}); err != nil {
			n.log.Debug("dial", "peer", id, "err", err)
		}
		n.mu.Lock()
		defer n.mu.Unlock()
		n.dialling--
	})
}

// awaits tells whether a peer sits at a table of this node's. n.mu must be held.
func (n *Node) awaits(id peer.ID) bool {
	for _, g := range n.games {
		if g.admits(id) {
			return true
		}
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
			if net.Connectedness(id) == network.Connected {
				return
			}
			n.mu.Lock()
			info := n.peers[id]
			name, told := "", false
			if info != nil {
				name, told = info.name, info.told
				info.greeted, info.told, info.seen = false, false, time.Now()
				info.minor, info.named = 0, false
				info.manner, info.again, info.patience = "", time.Time{}, 0
			}
			n.mu.Unlock()
			if told && ctx.Err() == nil {
				n.events.add(control.Event{Kind: control.EventPeer, Name: name, Text: called(name, id) + " is gone"})
			}
		},
	})
}

// greet asks a node that has connected who it says it is.
func (n *Node) greet(ctx context.Context, id peer.ID) {
	info := n.info(id)
	if info == nil {
		return
	}
	n.mu.Lock()
	first := !info.greeted
	info.greeted, info.seen = true, time.Now()
	n.mu.Unlock()
	if !first {
		return
	}
	answer, err := n.askLobby(ctx, id)
	if err != nil {
		n.log.Debug("greeting", "peer", id, "err", err)
		n.unmet(id, info, err)
		return
	}
	n.met(id, info, answer)
}

// greetAgain asks those that have connected and not answered yet.
func (n *Node) greetAgain(ctx context.Context) {
	for _, id := range n.host.Network().Peers() {
		n.mu.Lock()
		info := n.peers[id]
		due := info == nil || !info.greeted && time.Now().After(info.again)
		n.mu.Unlock()
		if due {
			n.run(func() { n.greet(ctx, id) })
		}
	}
}

// met notes a peer's name and whether it is known under another key.
func (n *Node) met(id peer.ID, info *peerInfo, answer lobbyAnswer) {
	name := nickname.Clean(answer.Name)
	warning := ""
	key, err := host.PublicKey(id)
	if err == nil {
		warning = n.book.doubt(name, record.Key(key))
	}
	n.mu.Lock()
	info.name, info.version, info.warning = name, nickname.Clean(answer.Version), ""
	info.protocol, info.manner, info.patience = record.Version, "", 0
	info.told = n.mayTell(id, name)
	told := info.told
	n.mu.Unlock()
	text := called(name, id) + " is here"
	if warning != "" {
		text += " (" + warning + ")"
	}
	if told {
		n.events.add(control.Event{Kind: control.EventPeer, Name: name, Text: text})
	}
}

// mayTell tells whether the event stream hears of a node's coming. Those that
// this one has not played with share one ration.
func (n *Node) mayTell(id peer.ID, name string) bool {
	key, err := host.PublicKey(id)
	if err != nil {
		return false
	}
	if !n.book.knows(name, record.Key(key)) {
		id = ""
	}
	return n.comings.allow(id)
}

// called is how a node is named in a sentence. Its name is what it likes it to
// be, also half a sentence.
func called(name string, id peer.ID) string {
	if name == "" {
		return fingerprint(id)
	}
	return strconv.Quote(name)
}

// Peers lists the nodes that are connected or were seen lately.
func (n *Node) Peers() []control.Peer {
	n.discovery.Look(true)
	defer n.discovery.Look(false)
	n.mu.Lock()
	defer n.mu.Unlock()
	peers := []control.Peer{}
	for id, info := range n.peers {
		key, err := host.PublicKey(id)
		if err != nil {
			continue
		}
		p := control.Peer{
			ID: id.String(), Name: info.name, Fingerprint: record.Fingerprint(record.Key(key)),
			Version: info.version, Protocol: info.protocol, Seen: info.seen,
			Warning: cmp.Or(otherVersion(info.protocol), info.warning, n.book.doubt(info.name, record.Key(key))),
		}
		if conns := n.host.Network().ConnsToPeer(id); len(conns) > 0 {
			p.Connected, p.Seen = true, time.Now()
			p.Minor, p.Age = info.shared(), info.age()
			p.Warning = cmp.Or(p.Warning, info.manner)
			p.Address = conns[0].RemoteMultiaddr().String()
		}
		peers = append(peers, p)
	}
	slices.SortFunc(peers, func(a, b control.Peer) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return peers
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
	if text := otherVersion(n.spoken(info.ID)); text != "" {
		return &control.Error{Code: control.CodeConflict, Message: "the node there " + text, Hint: "nodes of different protocol versions cannot play together"}
	}
	return nil
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
	for wait := time.NewTimer(0); ; wait.Reset(redialEvery) {
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
		n.keepOut(id)
		return
	}
	n.log.Warn("a peer opens far too many streams", "peer", id)
	if err := n.host.Network().ClosePeer(id); err != nil {
		n.log.Debug("hanging up", "peer", id, "err", err)
	}
}

// keepOut blocks a peer for a while that plays at none of this node's tables.
func (n *Node) keepOut(id peer.ID) {
	if n.host.Blocked(id) {
		return
	}
	n.log.Warn("a peer sent too much that makes no sense and is kept out for a while", "peer", id)
	n.host.Block(id)
	time.AfterFunc(blockedFor, func() { n.host.Unblock(id) })
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
