package host

import (
	"net/netip"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	rcmgr "github.com/libp2p/go-libp2p/p2p/host/resource-manager"
	"github.com/libp2p/go-libp2p/p2p/net/swarm"
	"github.com/libp2p/go-libp2p/x/rate"
)

// The limits of PROTOCOL §2.
const (
	connsPerAddr  = 64   // open connections from one address
	connsRate     = 4    // new connections a second from one address
	connsBurst    = 128  // new connections from one address at once
	connsInbound  = 256  // connections in one direction, dials under way included
	connsAll      = 384  // connections in both directions
	connsUnknown  = 16   // from one address, until it is known whose they are
	connsLow      = 192  // the connection manager trims down to this
	connsHigh     = 224  // when there are more than this
	streamsRaw    = 2048 // streams whose protocol is not agreed on, from everywhere
	streamsAll    = 4096 // streams in one direction
	streamsPeer   = 128  // streams of one protocol with one peer, in one direction
	dialsPerPeer  = 16   // addresses of one peer that are dialled at once
	memoryLimit   = 256 << 20
	streamWindow  = 256 << 10 // bytes of a stream, over TCP and WebSocket, that wait to be read
	descriptors   = 512
	rateGraceTime = time.Minute

	// Addresses and records that are kept for peers without a connection. Anybody on the
	// network can make up peers (discovery), so this bounds the memory.
	addrsAll   = 65536
	recordsAll = 1024
	seenFor    = time.Minute      // addresses from discovery; nothing else has this lifetime
	givenFor   = 2 * time.Minute  // addresses from the user
	behindFor  = 90 * time.Second // ways through other nodes; nothing else has this lifetime
)

// PlaceFor is how long a guest keeps a place without asking for it again.
const PlaceFor = 5 * time.Minute

// The limits of a relay for guests (PROTOCOL §2.5). All circuits together take half of the
// memory for streams: a circuit is two of them, and what is under way in each direction.
const (
	relayGuests     = 64               // that have a place
	relayGuestsAddr = 16               // of them at one address
	relayFar        = 24               // of them that have come by a link,
	relayFarAddr    = farInsideIP4     // and from one IPv4 address or IPv6 /64: whoever is let in from there
	circuitsPeer    = 48               // of one peer, to and from it
	circuitsAll     = 240              // of all
	circuitEvery    = time.Second      // one more for a peer
	circuitBurst    = 64               // at once
	silentPeer      = 4                // requests of one peer that have not come yet
	silentAll       = 16               // peers that have one, before strangers are not heard
	circuitBuffer   = 8 << 10          // bytes in each direction
	circuitIdle     = 10 * time.Second // without a byte, a circuit ends
	circuitPing     = 3 * time.Second  // without a byte, its ends say something
	relayBytes      = 8 << 20          // a second, of all circuits
	relayBytesBurst = 4 << 20          // at once
)

// The limits of the door for friends from outside (PROTOCOL §2.6), apart from those of the
// room.
const (
	farOutside   = 64                                        // who have not knocked
	farKnocked   = 32                                        // whose knock is good, and whose handshake goes on
	farInside    = 48                                        // connections that are in
	farInsideIP4 = 12                                        // of them from one IPv4 address
	farInside64  = 12                                        // from one IPv6 /64
	farInside48  = 24                                        // from one IPv6 /48
	farAll       = 2 * (farOutside + farKnocked + farInside) // those that are just ending included
)

// EnoughConns is how many connections a node tries to have. A mesh of that many nodes is
// complete and never trimmed; in a larger one each node has that many neighbours of its own
// choice, plus those that chose it, with room below connsHigh. If the connections that
// everybody makes were trimmed, they would come and go for ever.
const EnoughConns = 128

// All addresses of a peer are dialled in parallel: false ones, which anybody can announce,
// must not delay the true one. libp2p has no other way to set that.
func init() { swarm.DefaultPerPeerRateLimit = dialsPerPeer }

// newResources counts each IPv4 address and each IPv6 address separately. libp2p counts an
// IPv6 /56 as one host, which in a home is everybody.
func newResources() (network.ResourceManager, error) {
	partial := rcmgr.PartialLimitConfig{
		System: rcmgr.ResourceLimits{
			Conns:           connsAll + farAll,
			ConnsInbound:    connsInbound + farAll,
			ConnsOutbound:   connsInbound,
			Streams:         2 * streamsAll,
			StreamsInbound:  streamsAll,
			StreamsOutbound: streamsAll,
			FD:              descriptors + farAll,
		},
		Transient: rcmgr.ResourceLimits{
			FD:    descriptors/4 + farAll,
			Conns: connsAll + farAll, ConnsInbound: connsInbound + farAll, ConnsOutbound: connsInbound,
			StreamsInbound: streamsRaw, Streams: 2 * streamsRaw,
		},
		PeerDefault: rcmgr.ResourceLimits{
			Conns: 2 * dialsPerPeer, ConnsInbound: dialsPerPeer, ConnsOutbound: dialsPerPeer, FD: 2 * dialsPerPeer,
			Streams: 4 * streamsPeer, StreamsInbound: 2 * streamsPeer, StreamsOutbound: 2 * streamsPeer,
		},
		ProtocolDefault: rcmgr.ResourceLimits{
			Streams: 2 * streamsAll, StreamsInbound: streamsAll, StreamsOutbound: streamsAll,
		},
		ProtocolPeerDefault: rcmgr.ResourceLimits{
			Streams: 2 * streamsPeer, StreamsInbound: streamsPeer, StreamsOutbound: streamsPeer,
		},
	}
	limits := partial.Build(rcmgr.DefaultLimits.Scale(memoryLimit, descriptors))
	return rcmgr.NewResourceManager(rcmgr.NewFixedLimiter(limits),
		rcmgr.WithMetricsDisabled(),
		rcmgr.WithLimitPerSubnet(
			[]rcmgr.ConnLimitPerSubnet{{PrefixLength: 32, ConnCount: connsPerAddr}},
			[]rcmgr.ConnLimitPerSubnet{{PrefixLength: 128, ConnCount: connsPerAddr}}),
		rcmgr.WithConnRateLimiters(newConnRate()))
}

// newConnRate does not limit the machine's own addresses: several nodes of one person, and
// the tests, connect from there.
func newConnRate() *rate.Limiter {
	limit := rate.Limit{RPS: connsRate, Burst: connsBurst}
	return &rate.Limiter{
		NetworkPrefixLimits: []rate.PrefixLimit{
			{Prefix: netip.MustParsePrefix("127.0.0.0/8")},
			{Prefix: netip.MustParsePrefix("::1/128")},
		},
		SubnetRateLimiter: rate.SubnetLimiter{
			IPv4SubnetLimits: []rate.SubnetLimit{{PrefixLength: 32, Limit: limit}},
			IPv6SubnetLimits: []rate.SubnetLimit{{PrefixLength: 128, Limit: limit}},
			GracePeriod:      rateGraceTime,
		},
	}
}
