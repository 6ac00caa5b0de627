package host

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/host"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/net/swarm"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/client"
	ma "github.com/multiformats/go-multiaddr"
)

// DefaultPort is the TCP and UDP port on which a node listens. IANA has not assigned it.
const DefaultPort = 45355

// Config says what kind of host to build.
type Config struct {
	// Key is the node's identity.
	Key ed25519.PrivateKey
	// Port is the TCP and UDP port. When it is taken, the next free one of
	// the following 20 is used; 0 stands for any free port.
	Port int
	// Ifaces names the network interfaces to listen on; empty means all.
	// Addresses that come and go on them are followed.
	Ifaces []string
	// Reach lists the addresses at which others reach a host on this machine that is bound
	// to these: its neighbours, and those at the ends of tunnels; the most useful first. It
	// asks the machine each time, because libp2p remembers for a minute, and counts the
	// loopback. Nil leaves it to libp2p.
	Reach func(bound []ma.Multiaddr) (near, tunnels []ma.Multiaddr)
	// DialsAll lets a host with DialOnly dial addresses outside the local network, as a page
	// needs that came from there. Nobody else does, but by a link.
	DialsAll bool
	// Flooded, if not nil, is called again and again while a peer keeps opening far more
	// streams than it may have.
	Flooded func(peer.ID)
	// Prepare, if not nil, is called before the host listens. It sets the stream handlers,
	// so that even the first peer to connect finds them.
	Prepare func(*Host)
	// DialOnly makes a host that listens nowhere and dials WebSockets alone, as in a
	// browser, where there is no other. It needs no Port and no Ifaces.
	DialOnly bool
	// Only, if it is valid, is the only address that is dialled: everybody else is reached
	// through the node there.
	Only netip.AddrPort
	// Neighbour reports whether a peer is a node that this one knows and that may reach the
	// guests through it; nil if only the guests may.
	Neighbour func(peer.ID) bool
	// Asked reports whether somebody at an address has asked for a page below the secret
	// path of the invitation; nil if nobody has.
	Asked func(netip.Addr) bool
	// Pages answers every request on the port of [Host.Invite] that is not for a WebSocket;
	// nil for nothing.
	Pages http.Handler
	// Version is told to peers as "fives/<version>".
	Version string
	// Log receives what the host has to say; nil discards it.
	Log *slog.Logger
}

// Host is a libp2p host with the additions a node needs. Its methods may be
// called concurrently.
type Host struct {
	host.Host
	gater  *gater
	swarm  *swarm.Swarm
	twin   crypto.PrivKey // the key with which it calls a twin
	twinID peer.ID
	port   int
	cfg    Config
	log    *slog.Logger

	webMu  sync.Mutex     // guards the next, and where the host listens because of it
	web    int            // the port of Invite, 0 while there is none
	relay  *relay         // for guests, nil while there is none
	behind bool           // it is reached through the nodes of its links
	far    *door          // nil if it only dials
	client *client.Client // of relays

	closeOnce sync.Once
	closeErr  error
	stop      chan struct{} // closed to end follow
	stopped   chan struct{}
	release   []func() error
}

// New builds a host. Unless it only dials, it listens and accepts connections when New
// returns.
func New(cfg Config) (*Host, error) {
	if len(cfg.Key) != ed25519.PrivateKeySize {
		return nil, errors.New("host: identity key has the wrong length")
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	second, secondID, err := twinKey(cfg.Key)
	if err != nil {
		return nil, fmt.Errorf("host: %w", err)
	}
	b, err := newStack(cfg)
	if err != nil {
		return nil, fmt.Errorf("host: %w", err)
	}
	h := &Host{
		Host: b.host, gater: b.gater, swarm: b.swarm, release: b.release, twin: second, twinID: secondID, cfg: cfg, log: cfg.Log,
		far: b.far, client: b.client,
		stop: make(chan struct{}), stopped: make(chan struct{}),
	}
	h.gater.linked = func(id peer.ID) bool { return h.Direct(id) && !h.CameByLink(id) }
	h.gater.went = h.WentByLink
	b.rcmgr.far = h.CameByLink
	if cfg.Prepare != nil {
		cfg.Prepare(h)
	}
	if cfg.DialOnly {
		close(h.stopped)
	} else if err := h.listen(); err != nil {
		close(h.stopped)
		return nil, errors.Join(fmt.Errorf("host: %w", err), h.Close())
	}
	b.host.Start()
	return h, nil
}

// OnlyDials reports whether the host listens nowhere, as in a browser.
func (h *Host) OnlyDials() bool { return h.cfg.DialOnly }

// Port returns the port number the host listens on, the same for TCP and QUIC.
func (h *Host) Port() int { return h.port }

// ListenAddrs returns the addresses the host is bound to. An unspecified one
// (0.0.0.0, ::) stands for all addresses of its family, present and future.
func (h *Host) ListenAddrs() []ma.Multiaddr { return bound(h.swarm, h.far) }

// bound leaves out circuits, which are bound to nothing, and the door: nobody hears of that
// but from a link.
func bound(s *swarm.Swarm, far *door) []ma.Multiaddr {
	return slices.DeleteFunc(s.ListenAddresses(), func(a ma.Multiaddr) bool { return IsCircuit(a) || far.isAt(a) })
}

// Reach lists the addresses at which others reach this host, as they are now (see
// [Config.Reach]).
func (h *Host) Reach() (near, tunnels []ma.Multiaddr) {
	if h.cfg.Reach == nil {
		return h.Host.Addrs(), nil
	}
	return h.cfg.Reach(h.ListenAddrs())
}

// Addrs returns all addresses of [Host.Reach].
func (h *Host) Addrs() []ma.Multiaddr {
	near, tunnels := h.Reach()
	return append(near, tunnels...)
}

// NoteSeen records that discovery sees a peer at these addresses and, as far as discovery
// is concerned, no others: false ones must not pile up. It forgets earlier failures to
// reach the peer, so that the next dial is not held back.
func (h *Host) NoteSeen(id peer.ID, addrs []ma.Multiaddr) {
	h.Peerstore().UpdateAddrs(id, seenFor, 0)
	h.Peerstore().AddAddrs(id, addrs[:min(len(addrs), dialsPerPeer)], seenFor)
	h.swarm.Backoff().Clear(id)
}

// NoteGiven records that the user knows a peer at these addresses, in addition to those
// that discovery sees.
func (h *Host) NoteGiven(id peer.ID, addrs []ma.Multiaddr) {
	h.Peerstore().AddAddrs(id, addrs, givenFor)
	h.swarm.Backoff().Clear(id)
}

// Block closes all connections to a peer and refuses new ones in both directions.
func (h *Host) Block(id peer.ID) {
	h.gater.block(id)
	if err := h.Network().ClosePeer(id); err != nil {
		h.log.Debug("host: closing a blocked peer", "peer", id, "err", err)
	}
}

// Strangers says who has come from outside to a port at which only neighbours are let in,
// and was told nothing.
func (h *Host) Strangers() Visit {
	h.gater.mu.RLock()
	defer h.gater.mu.RUnlock()
	return h.gater.strangers
}

// LetIn reports whether anybody has connected from another machine. If so, this machine's
// firewall, if it has one, lets others in.
func (h *Host) LetIn() bool { return h.gater.let.Load() }

// Dials reports whether this host's own rules let it dial an address, whoever is there.
func (h *Host) Dials(a ma.Multiaddr) bool { return h.gater.dials("", a) }

// Near reports whether an address is on the local network.
func (h *Host) Near(a ma.Multiaddr) bool { return h.gater.near(a) }

// Unblock lets a blocked peer in again.
func (h *Host) Unblock(id peer.ID) { h.gater.unblock(id) }

// Blocked reports whether a peer is blocked.
func (h *Host) Blocked(id peer.ID) bool { return h.gater.blocks(id) }

// Close ends all connections and frees the ports.
func (h *Host) Close() error {
	h.closeOnce.Do(func() {
		close(h.stop)
		<-h.stopped
		h.endRelay()
		errs := []error{h.Host.Close()}
		for _, f := range h.release {
			errs = append(errs, f())
		}
		h.closeErr = errors.Join(errs...)
	})
	return h.closeErr
}
