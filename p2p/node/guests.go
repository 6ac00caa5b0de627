package node

import (
	"net"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	manet "github.com/multiformats/go-multiaddr/net"
	"golang.org/x/time/rate"
)

// Limits of what peers may ask that sit at no table of this node. They never
// touch what the peers of its tables have.
const (
	guestStreams = 8        // at once, of one peer
	addrGuests   = 48       // at once, from one address
	allGuests    = 192      // at once, of all peers
	guestFrame   = 8 << 10  // bytes
	lobbyFrame   = 64 << 10 // bytes of a lobby's answer, and of a genesis
)

// guests counts the streams on which somebody asks for something.
type guests struct {
	mu    sync.Mutex
	count map[string]int // by peer and by address
	all   int
}

func newGuests() *guests { return &guests{count: map[string]int{}} }

// enter counts a stream until leave is called, which may be done repeatedly.
// It returns false if there are too many.
func (g *guests) enter(c network.Conn) (leave func(), ok bool) {
	id, addr := string(c.RemotePeer()), addrOf(c)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.count[id] >= guestStreams || g.count[addr] >= addrGuests || g.all >= allGuests {
		return nil, false
	}
	g.count[id]++
	g.count[addr]++
	g.all++
	return sync.OnceFunc(func() { g.left(id, addr) }), true
}

// addrOf is the IP address at the other end, in a form that no peer ID has.
func addrOf(c network.Conn) string {
	ip, err := manet.ToIP(c.RemoteMultiaddr())
	if err != nil {
		return "/"
	}
	return "/" + ip.String()
}

// sourceOf is where a guess comes from: an IPv4 address, or the /64 of an IPv6
// address, of which one machine has as many as it likes.
func sourceOf(c network.Conn) string {
	ip, err := manet.ToIP(c.RemoteMultiaddr())
	if err != nil {
		return "/"
	}
	return source(ip)
}

func source(ip net.IP) string {
	if ip.To4() == nil {
		ip = ip.Mask(net.CIDRMask(64, 128))
	}
	return "/" + ip.String()
}

func (g *guests) left(who ...string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all--
	for _, w := range who {
		if g.count[w]--; g.count[w] == 0 {
			delete(g.count, w)
		}
	}
}

// A ration is a rate limit of each peer.
type ration struct {
	every time.Duration // one more
	burst int

	mu    sync.Mutex
	peers map[peer.ID]*rate.Limiter
}

func newRation(every time.Duration, burst int) *ration {
	return &ration{every: every, burst: burst, peers: map[peer.ID]*rate.Limiter{}}
}

// allow takes one of what the peer has; it returns false if there is none.
func (r *ration) allow(id peer.ID) bool { return r.of(id).Allow() }

// spent tells whether the peer has nothing left.
func (r *ration) spent(id peer.ID) bool { return r.of(id).Tokens() < 1 }

func (r *ration) of(id peer.ID) *rate.Limiter {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.peers[id] == nil {
		if len(r.peers) >= maxPeers {
			clear(r.peers)
		}
		r.peers[id] = rate.NewLimiter(rate.Every(r.every), r.burst)
	}
	return r.peers[id]
}
