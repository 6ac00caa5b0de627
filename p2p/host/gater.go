package host

import (
	"sync"

	"github.com/libp2p/go-libp2p/core/control"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"

	"fives/p2p/near"
)

// gater decides which connections may exist (libp2p's ConnectionGater): not
// with blocked peers, and only with addresses of the local network.
type gater struct {
	anyAddr  bool
	attached attached

	mu    sync.RWMutex
	peers map[peer.ID]struct{} // blocked
}

func newGater(anyAddr bool) *gater {
	return &gater{anyAddr: anyAddr, peers: make(map[peer.ID]struct{})}
}

func (g *gater) block(id peer.ID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.peers[id] = struct{}{}
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

// local reports whether an address belongs to the machine's surroundings: a
// private, link-local or loopback address, or one of a network this machine
// has an address on (a campus network, say, that gives out public addresses).
func (g *gater) local(a ma.Multiaddr) bool {
	if g.anyAddr {
		return true
	}
	addr := ipOf(a)
	return near.Local(addr) || g.attached.contains(addr)
}

func (g *gater) InterceptPeerDial(id peer.ID) bool { return !g.blocks(id) }

func (g *gater) InterceptAddrDial(_ peer.ID, a ma.Multiaddr) bool { return g.local(a) }

func (g *gater) InterceptAccept(c network.ConnMultiaddrs) bool { return g.local(c.RemoteMultiaddr()) }

func (g *gater) InterceptSecured(_ network.Direction, id peer.ID, _ network.ConnMultiaddrs) bool {
	return !g.blocks(id)
}

func (g *gater) InterceptUpgraded(network.Conn) (bool, control.DisconnectReason) { return true, 0 }
