package node

import (
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"golang.org/x/time/rate"
)

// Limits of what peers may ask that sit at no table of this node. They never
// touch what the peers of its tables have.
const (
	guestStreams = 8        // at once, of one peer
	allGuests    = 128      // at once, of all peers
	guestFrame   = 8 << 10  // bytes
	lobbyFrame   = 64 << 10 // bytes of a lobby's answer, and of a genesis
)

// guests counts the streams on which somebody asks for something.
type guests struct {
	mu    sync.Mutex
	peers map[peer.ID]int
	all   int
}

func newGuests() *guests { return &guests{peers: map[peer.ID]int{}} }

// enter counts a stream until leave is called, which may be done repeatedly.
// It returns false if there are too many.
func (g *guests) enter(id peer.ID) (leave func(), ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.peers[id] >= guestStreams || g.all >= allGuests {
		return nil, false
	}
	g.peers[id]++
	g.all++
	return sync.OnceFunc(func() { g.left(id) }), true
}

func (g *guests) left(id peer.ID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all--
	if g.peers[id]--; g.peers[id] == 0 {
		delete(g.peers, id)
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
func (r *ration) allow(id peer.ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.peers[id] == nil {
		if len(r.peers) >= maxPeers {
			clear(r.peers)
		}
		r.peers[id] = rate.NewLimiter(rate.Every(r.every), r.burst)
	}
	return r.peers[id].Allow()
}
