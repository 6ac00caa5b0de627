package host

import (
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/control"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"

	"fives/p2p/near"
)

// gater decides which connections may exist (libp2p's ConnectionGater): not
// with blocked peers, and only with addresses of the local network.
type gater struct {
	home     func(netip.Addr) bool // which addresses lead no further than the local network
	attached attached
	// linked reports whether a peer is connected directly, and has not come from outside; it
	// is set before anything is dialled.
	linked func(peer.ID) bool
	went   func(peer.ID) bool               // whether a peer is connected by a link of this host's
	byLink func(peer.ID, ma.Multiaddr) bool // whether a link leads to a peer at an address
	door   func() bool                      // whether the door for friends from outside is open
	web    bool                             // it is a browser's: nobody else dials WebSockets
	all    bool                             // it dials addresses outside the local network, too
	only   netip.AddrPort                   // dialled, if it is valid, and no other
	let    atomic.Bool                      // somebody has come in from another machine

	mu        sync.RWMutex
	peers     map[peer.ID]struct{} // blocked
	alone     []peer.ID            // the only peers that are let in at present; nil if others are, too
	strangers Visit                // who was not let in
}

func newGater() *gater {
	none := func(peer.ID) bool { return false }
	return &gater{
		home: near.Local, linked: none, went: none, byLink: func(peer.ID, ma.Multiaddr) bool { return false }, door: func() bool { return false },
		peers: make(map[peer.ID]struct{}),
	}
}

func (g *gater) block(id peer.ID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.peers[id] = struct{}{}
}

// keepTo lets in only these peers, and dials nobody; nil ends that.
func (g *gater) keepTo(peers []peer.ID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.alone = peers
}

// isAlone reports whether only those of keepTo are let in, and this peer is not one of
// them.
func (g *gater) isAlone(id peer.ID) bool {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.alone != nil && !slices.Contains(g.alone, id)
}

func (g *gater) unblock(id peer.ID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.peers, id)
}

func (g *gater) blocks(id peer.ID) bool {
	g.mu.RLock()
	defer g.mu.RUnlock()
	_, ok := g.peers[id]
	return ok
}

// near reports whether an address belongs to the machine's surroundings: a private,
// link-local or loopback address, or one in a network in which this machine has an address
// (a campus network that gives out public addresses, for example). A circuit has its relay's
// address.
func (g *gater) near(a ma.Multiaddr) bool {
	addr := ipOf(a)
	return g.home(addr) || g.attached.contains(addr, g.door())
}

// dials reports whether an address may be dialled. Who comes in over WebSocket is from a
// browser, so no other node dials one, though it hears of them; after a restart of the other
// side, that can be the only address that still answers. A way through another node must lead
// through one that is connected, at an address that was dialled or let in before; other
// forms of such an address would dial that node wherever they say. A link leads to one node
// at one address, which may be anywhere.
func (g *gater) dials(id peer.ID, a ma.Multiaddr) bool {
	switch relay := relayOf(a); {
	case g.byLink(id, a):
		return true
	case relay != "":
		return !g.blocks(relay) && g.linked(relay)
	case IsCircuit(a):
		return false
	case g.only.IsValid() && !g.isOnly(a), IsWebSocket(a) && !g.web:
		return false
	}
	return g.all || g.near(a)
}

// isOnly reports whether an address is the only one that is dialled.
func (g *gater) isOnly(a ma.Multiaddr) bool {
	port, err := a.ValueForProtocol(ma.P_TCP)
	return err == nil && ipOf(a) == g.only.Addr() && port == strconv.Itoa(int(g.only.Port()))
}

func (g *gater) InterceptPeerDial(id peer.ID) bool { return !g.blocks(id) && !g.isAlone(id) }

func (g *gater) InterceptAddrDial(id peer.ID, a ma.Multiaddr) bool { return g.dials(id, a) }

// InterceptAccept is not asked about those who come to the door for friends from outside. A
// program that has a link is reached through the node of that, and through no other.
func (g *gater) InterceptAccept(c network.ConnMultiaddrs) bool {
	if relay := carrierOf(c.RemoteMultiaddr()); relay != "" {
		return g.went(relay) || g.web && (g.all || g.near(c.RemoteMultiaddr()))
	}
	from := ipOf(c.RemoteMultiaddr())
	if from.IsValid() && !from.IsLoopback() && from != ipOf(c.LocalMultiaddr()) {
		g.let.Store(true)
	}
	return g.lets(c.RemoteMultiaddr())
}

// lets reports whether somebody at an address is let in, and notes who is not.
func (g *gater) lets(a ma.Multiaddr) bool {
	if g.near(a) {
		return true
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.strangers = Visit{Count: g.strangers.Count + 1, Last: time.Now(), From: ipOf(a)}
	return false
}

func (g *gater) InterceptSecured(_ network.Direction, id peer.ID, _ network.ConnMultiaddrs) bool {
	return !g.blocks(id) && !g.isAlone(id)
}

func (g *gater) InterceptUpgraded(network.Conn) (bool, control.DisconnectReason) { return true, 0 }
