package host

import (
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/event"
	corehost "github.com/libp2p/go-libp2p/core/host"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/sec"
	"github.com/libp2p/go-libp2p/core/transport"
	"github.com/libp2p/go-libp2p/p2p/host/eventbus"
	"github.com/libp2p/go-libp2p/p2p/host/peerstore/pstoremem"
	"github.com/libp2p/go-libp2p/p2p/muxer/yamux"
	"github.com/libp2p/go-libp2p/p2p/net/connmgr"
	"github.com/libp2p/go-libp2p/p2p/net/swarm"
	"github.com/libp2p/go-libp2p/p2p/net/upgrader"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/client"
	"github.com/libp2p/go-libp2p/p2p/security/noise"

	"fives/p2p/host/websocket"
	"fives/p2p/near"
)

const (
	dialTimeout    = 5 * time.Second
	farDialTimeout = 10 * time.Second // where somebody in another network is dialled, or asked
)

// stack is a libp2p host under construction, without its listeners.
type stack struct {
	key      crypto.PrivKey
	id       peer.ID
	rcmgr    *meter
	gater    *gater
	bus      event.Bus
	swarm    *swarm.Swarm
	upgrader transport.Upgrader
	circuits transport.Upgrader // for what goes through others
	client   *client.Client     // of those others
	far      *door              // nil if it only dials
	host     starter
	release  []func() error // closes what the libp2p host does not
}

// A starter is a libp2p host that begins to announce itself when it is started.
type starter interface {
	corehost.Host
	Start()
}

func newStack(cfg Config) (*stack, error) {
	s := &stack{gater: newGater(), bus: eventbus.NewBus()}
	s.gater.only, s.gater.web, s.gater.all = cfg.Only, cfg.DialOnly, cfg.DialOnly && cfg.DialsAll
	steps := []func(Config) error{s.identify, s.limit, s.connect, s.secure, s.addWebSocket}
	if cfg.DialOnly {
		steps = append(steps, s.assembleDialer)
	} else {
		steps = append(steps, s.listening()...)
	}
	steps = append(steps, s.addCircuits)
	for _, step := range steps {
		if err := step(cfg); err != nil {
			s.abandon()
			return nil, err
		}
	}
	return s, nil
}

func (s *stack) identify(cfg Config) (err error) {
	if s.key, err = crypto.UnmarshalEd25519PrivateKey(cfg.Key); err != nil {
		return fmt.Errorf("identity key: %w", err)
	}
	s.id, err = peer.IDFromPrivateKey(s.key)
	return err
}

func (s *stack) limit(cfg Config) error {
	rm, err := newResources()
	if err != nil {
		return err
	}
	s.rcmgr = newMeter(rm, cfg.Flooded, s.seated)
	return nil
}

func (s *stack) connect(Config) error {
	known, err := newPeerstore(s.id, s.key)
	if err != nil {
		return err
	}
	known.near = s.isNear
	s.swarm, err = swarm.NewSwarm(s.id, known, s.bus,
		swarm.WithConnectionGater(s.gater),
		swarm.WithResourceManager(s.rcmgr),
		swarm.WithDialTimeout(farDialTimeout),
		swarm.WithDialTimeoutLocal(dialTimeout),
		swarm.WithUDPBlackHoleSuccessCounter(nil),
		swarm.WithIPv6BlackHoleSuccessCounter(nil))
	return err
}

func newPeerstore(id peer.ID, key crypto.PrivKey) (*book, error) {
	store, err := pstoremem.NewPeerstore(
		pstoremem.WithMaxAddresses(addrsAll), pstoremem.WithMaxSignedPeerRecords(recordsAll))
	if err != nil {
		return nil, err
	}
	if err := store.AddPrivKey(id, key); err != nil {
		return nil, err
	}
	return &book{certified: store}, store.AddPubKey(id, key.GetPublic())
}

// isNear reports whether a peer is connected by another way than a link or a relay.
func (s *stack) isNear(id peer.ID) bool {
	return slices.ContainsFunc(s.swarm.ConnsToPeer(id), func(c network.Conn) bool { return !isFar(c) && !IsCircuit(c.RemoteMultiaddr()) })
}

// secure says how a connection becomes one of a peer, where the transport does not.
func (s *stack) secure(Config) (err error) {
	if s.upgrader, err = s.newUpgrader(yamux.DefaultTransport.KeepAliveInterval); err != nil {
		return err
	}
	s.circuits, err = s.newUpgrader(circuitPing)
	return err
}

// newUpgrader makes an upgrader whose connections send something after a period of silence.
func (s *stack) newUpgrader(quiet time.Duration) (transport.Upgrader, error) {
	muxers := muxersWith(quiet)
	security, err := noise.New(noise.ID, s.key, muxers)
	if err != nil {
		return nil, err
	}
	return upgrader.New([]sec.SecureTransport{security}, muxers, nil, s.rcmgr, s.gater, upgrader.WithAcceptTimeout(dialTimeout))
}

// muxersWith returns the only muxer. The window of a stream does not grow, so the cost of a
// stream is known; 256 KiB are enough for nearby peers.
func muxersWith(quiet time.Duration) []upgrader.StreamMuxer {
	muxer := *yamux.DefaultTransport
	muxer.MaxStreamWindowSize, muxer.KeepAliveInterval = streamWindow, quiet
	return []upgrader.StreamMuxer{{ID: yamux.ID, Muxer: &muxer}}
}

func (s *stack) addWebSocket(cfg Config) error {
	return s.swarm.AddTransport(websocket.New(websocket.Config{
		Upgrader: s.upgrader, Resources: s.rcmgr, Gater: s.gater, Name: near.Name([]byte(s.id)), Timeout: dialTimeout, Pages: cfg.Pages, Regulars: s.regulars,
	}))
}

// seated reports whether a peer sits at a common table.
func (s *stack) seated(id peer.ID) bool { return s.host.ConnManager().IsProtected(id, "") }

// regulars returns the addresses of the peers at a common table.
func (s *stack) regulars() map[netip.Addr]bool {
	all := map[netip.Addr]bool{}
	for _, c := range s.swarm.Conns() {
		if s.seated(c.RemotePeer()) {
			all[ipOf(c.RemoteMultiaddr())] = true
		}
	}
	return all
}

// newTrimmer keeps the number of connections in bounds.
func newTrimmer() (*connmgr.BasicConnMgr, error) { return connmgr.NewConnManager(connsLow, connsHigh) }

// abandon closes what exists of an unfinished stack.
func (s *stack) abandon() {
	if s.swarm != nil {
		_ = s.swarm.Close()
		_ = s.swarm.Peerstore().Close()
	}
	for _, f := range s.release {
		_ = f()
	}
	if s.rcmgr != nil {
		_ = s.rcmgr.Close()
	}
}
