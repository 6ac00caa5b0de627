package host

import (
	"fmt"
	"sync"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
	"golang.org/x/time/rate"
)

// Limits of the streams that one peer may open (PROTOCOL §2.3).
const (
	rawStreams    = 16   // inbound streams at once whose protocol is not agreed on
	rawStrangers  = 64   // the same, for all peers that have no seat here,
	rawFar        = 32   // and apart from these, for those of them that have come by a link
	streamRate    = 50   // inbound streams a second, in the long run
	streamBurst   = 500  // inbound streams at once
	refusedRate   = 20   // streams over these limits a second that are tolerated
	refusedBurst  = 1000 // and at once; beyond that the peer is flooding
	talliesInMind = 1024 // peers that are counted
)

// A meter is libp2p's resource manager with additional limits on the streams that one peer
// opens, and on the unidentified connections from one address. Without the first a single
// peer could use up the places for streams under negotiation, and as much of a processor as
// it likes: the negotiation comes before every handler. Without the second a single machine
// could use up the places for connections under negotiation.
type meter struct {
	network.ResourceManager
	flooded func(peer.ID)      // called when somebody goes on regardless; may be nil
	seated  func(peer.ID) bool // whether a peer has a seat at a table whose game is not over; may be nil
	far     func(peer.ID) bool // whether a peer has come by a link; set before anybody comes, may be nil

	mu      sync.Mutex
	tallies map[peer.ID]*tally
	raw     [2]int         // of strangers: of those who are near, and of the others
	unknown map[string]int // connections by IP address
	inbound int            // connections that have come in, but for those that have come to the door
}

// A tally is what a peer has opened.
type tally struct {
	raw     int
	streams *rate.Limiter
	refused *rate.Limiter
}

func newMeter(rm network.ResourceManager, flooded func(peer.ID), seated func(peer.ID) bool) *meter {
	return &meter{ResourceManager: rm, flooded: flooded, seated: seated, tallies: map[peer.ID]*tally{}, unknown: map[string]int{}}
}

// unlimited is an address for which libp2p has no limits of its own.
var unlimited = ma.StringCast("/ip4/127.0.0.1/tcp/1")

// OpenConnection counts an inbound connection before its handshake. Like the
// rate of connections, the limit for an address leaves the machine's own free. The door has
// limits of its own, and comes without an address.
func (m *meter) OpenConnection(dir network.Direction, usefd bool, from ma.Multiaddr) (network.ConnManagementScope, error) {
	switch {
	case dir != network.DirInbound:
		return m.ResourceManager.OpenConnection(dir, usefd, from)
	case from == nil:
		return m.ResourceManager.OpenConnection(dir, usefd, unlimited)
	}
	addr := ""
	if ip, err := manet.ToIP(from); err == nil && !ip.IsLoopback() {
		addr = ip.String()
	}
	if !m.meet(addr) {
		return nil, fmt.Errorf("host: too many connections, or too many from %s say nothing: %w", from, network.ErrResourceLimitExceeded)
	}
	c := &rawConn{known: sync.OnceFunc(func() { m.endUnknown(addr) }), ended: sync.OnceFunc(m.endInbound)}
	scope, err := m.ResourceManager.OpenConnection(dir, usefd, from)
	if err != nil {
		c.known()
		c.ended()
		return nil, err
	}
	c.ConnManagementScope = scope
	return c, nil
}

// meet counts a connection; "" is an address without a limit.
func (m *meter) meet(addr string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.inbound >= connsInbound || addr != "" && m.unknown[addr] >= connsUnknown {
		return false
	}
	m.inbound++
	if addr != "" {
		m.unknown[addr]++
	}
	return true
}

// endUnknown stops counting a connection from an address as unknown.
func (m *meter) endUnknown(addr string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if addr == "" {
		return
	}
	if m.unknown[addr]--; m.unknown[addr] == 0 {
		delete(m.unknown, addr)
	}
}

// endInbound stops counting a connection.
func (m *meter) endInbound() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inbound--
}

// A rawConn counts for its address until its handshake says whose it is, and for all until
// it ends.
type rawConn struct {
	network.ConnManagementScope
	known, ended func()
}

func (c *rawConn) SetPeer(id peer.ID) error {
	c.known()
	return c.ConnManagementScope.SetPeer(id)
}

func (c *rawConn) Done() {
	c.known()
	c.ended()
	c.ConnManagementScope.Done()
}

// OpenStream counts an inbound stream before anything is read from it.
func (m *meter) OpenStream(p peer.ID, dir network.Direction) (network.StreamManagementScope, error) {
	if dir != network.DirInbound {
		return m.ResourceManager.OpenStream(p, dir)
	}
	agreed, err := m.admit(p)
	if err != nil {
		return nil, err
	}
	scope, err := m.ResourceManager.OpenStream(p, dir)
	if err != nil {
		agreed()
		return nil, err
	}
	return &rawStream{StreamManagementScope: scope, agreed: sync.OnceFunc(agreed)}, nil
}

// admit counts a stream until agreed is called. All strangers together have only a part of
// the places, so that the rest is left for those who play. Those who have come by a link have
// another one: from afar, each stream takes longer to say what it is for.
func (m *meter) admit(p peer.ID) (agreed func(), err error) {
	stranger, most := new(int), rawStreams // of its own
	switch seated, far := m.seated != nil && m.seated(p), m.far != nil && m.far(p); {
	case seated:
	case far:
		stranger, most = &m.raw[1], rawFar
	default:
		stranger, most = &m.raw[0], rawStrangers
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tallies[p]
	if t == nil {
		m.forget()
		t = &tally{streams: rate.NewLimiter(streamRate, streamBurst), refused: rate.NewLimiter(refusedRate, refusedBurst)}
		m.tallies[p] = t
	}
	if t.raw < rawStreams && *stranger < most && t.streams.Allow() {
		t.raw++
		*stranger++
		return func() { m.endRaw(t, stranger) }, nil
	}
	if !t.refused.Allow() && m.flooded != nil {
		go m.flooded(p)
	}
	return nil, fmt.Errorf("host: %s opens too many streams: %w", p, network.ErrResourceLimitExceeded)
}

// forget makes room for another peer by forgetting one that has been quiet.
func (m *meter) forget() {
	if len(m.tallies) < talliesInMind {
		return
	}
	for p, t := range m.tallies {
		if t.raw == 0 && t.streams.Tokens() >= streamBurst {
			delete(m.tallies, p)
		}
	}
}

// endRaw stops counting a stream as one without a protocol.
func (m *meter) endRaw(t *tally, stranger *int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t.raw--
	*stranger--
}

// A rawStream is counted until its protocol is agreed on, or it ends.
type rawStream struct {
	network.StreamManagementScope
	agreed func()
}

func (s *rawStream) SetProtocol(id protocol.ID) error {
	s.agreed()
	return s.StreamManagementScope.SetProtocol(id)
}

func (s *rawStream) Done() {
	s.agreed()
	s.StreamManagementScope.Done()
}
