package host

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"
	"net"
	"time"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/event"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/peerstore"
	"github.com/libp2p/go-libp2p/core/sec"
	"github.com/libp2p/go-libp2p/core/transport"
	basichost "github.com/libp2p/go-libp2p/p2p/host/basic"
	"github.com/libp2p/go-libp2p/p2p/host/eventbus"
	"github.com/libp2p/go-libp2p/p2p/host/peerstore/pstoremem"
	"github.com/libp2p/go-libp2p/p2p/muxer/yamux"
	"github.com/libp2p/go-libp2p/p2p/net/connmgr"
	"github.com/libp2p/go-libp2p/p2p/net/swarm"
	"github.com/libp2p/go-libp2p/p2p/net/upgrader"
	"github.com/libp2p/go-libp2p/p2p/security/noise"
	libp2pquic "github.com/libp2p/go-libp2p/p2p/transport/quic"
	"github.com/libp2p/go-libp2p/p2p/transport/quicreuse"
	"github.com/libp2p/go-libp2p/p2p/transport/tcp"
	"github.com/quic-go/quic-go"
)

const dialTimeout = 5 * time.Second

// stack is a libp2p host under construction: everything but its listeners.
type stack struct {
	key     crypto.PrivKey
	id      peer.ID
	rcmgr   network.ResourceManager
	gater   *gater
	bus     event.Bus
	swarm   *swarm.Swarm
	host    *basichost.BasicHost
	release []func() error // what the libp2p host does not close by itself
}

func newStack(cfg Config) (*stack, error) {
	s := &stack{gater: newGater(cfg.AnyAddr), bus: eventbus.NewBus()}
	steps := []func(Config) error{s.identify, s.limit, s.connect, s.addTCP, s.addQUIC, s.assemble}
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
	s.rcmgr = newMeter(rm, cfg.Flooded)
	return nil
}

func (s *stack) connect(Config) error {
	book, err := newPeerstore(s.id, s.key)
	if err != nil {
		return err
	}
	s.swarm, err = swarm.NewSwarm(s.id, book, s.bus,
		swarm.WithConnectionGater(s.gater),
		swarm.WithResourceManager(s.rcmgr),
		swarm.WithDialTimeout(dialTimeout),
		swarm.WithDialTimeoutLocal(dialTimeout),
		swarm.WithUDPBlackHoleSuccessCounter(nil),
		swarm.WithIPv6BlackHoleSuccessCounter(nil))
	return err
}

func newPeerstore(id peer.ID, key crypto.PrivKey) (peerstore.Peerstore, error) {
	book, err := pstoremem.NewPeerstore(
		pstoremem.WithMaxAddresses(addrsAll), pstoremem.WithMaxSignedPeerRecords(recordsAll))
	if err != nil {
		return nil, err
	}
	if err := book.AddPrivKey(id, key); err != nil {
		return nil, err
	}
	return book, book.AddPubKey(id, key.GetPublic())
}

// addTCP turns port sharing off: with it, a second node on the machine would
// bind the same port without an error and take half of the connections.
func (s *stack) addTCP(Config) error {
	muxers := []upgrader.StreamMuxer{{ID: yamux.ID, Muxer: yamux.DefaultTransport}}
	security, err := noise.New(noise.ID, s.key, muxers)
	if err != nil {
		return err
	}
	up, err := upgrader.New([]sec.SecureTransport{security}, muxers, nil, s.rcmgr, s.gater, upgrader.WithAcceptTimeout(dialTimeout))
	if err != nil {
		return err
	}
	t, err := tcp.NewTCPTransport(up, s.rcmgr, nil, tcp.DisableReuseport(), tcp.WithConnectionTimeout(dialTimeout))
	if err != nil {
		return err
	}
	return s.swarm.AddTransport(t)
}

func (s *stack) addQUIC(Config) error {
	reset, err := s.derive("fives quic stateless reset")
	if err != nil {
		return err
	}
	token, err := s.derive("fives quic token")
	if err != nil {
		return err
	}
	cm, err := quicreuse.NewConnManager(quic.StatelessResetKey(reset), quic.TokenGeneratorKey(token),
		quicreuse.ConnContext(s.admitQUIC),
		quicreuse.VerifySourceAddress(func(a net.Addr) bool { return s.rcmgr.VerifySourceAddress(a) }))
	if err != nil {
		return err
	}
	s.release = append(s.release, cm.Close)
	var t transport.Transport
	if t, err = libp2pquic.NewTransport(s.key, cm, nil, s.gater, s.rcmgr); err != nil {
		return err
	}
	return s.swarm.AddTransport(t)
}

// derive makes a secret that stays the same over restarts, so that peers of an
// earlier run learn at once that their connection is gone.
func (s *stack) derive(use string) ([32]byte, error) {
	raw, err := s.key.Raw()
	if err != nil {
		return [32]byte{}, err
	}
	key, err := hkdf.Key(sha256.New, raw, nil, use, 32)
	if err != nil {
		return [32]byte{}, err
	}
	return [32]byte(key), nil
}

// admitQUIC counts an inbound QUIC connection before its handshake, which is
// where a flood would cost most.
func (s *stack) admitQUIC(ctx context.Context, client *quic.ClientInfo) (context.Context, error) {
	// An address that does not convert is nil here; the limits then decide
	// without one.
	addr, _ := quicreuse.ToQuicMultiaddr(client.RemoteAddr, quic.Version1)
	scope, err := s.rcmgr.OpenConnection(network.DirInbound, false, addr)
	if err != nil {
		return ctx, err
	}
	ctx = network.WithConnManagementScope(ctx, scope)
	context.AfterFunc(ctx, scope.Done)
	return ctx, nil
}

func (s *stack) assemble(cfg Config) error {
	cm, err := connmgr.NewConnManager(connsLow, connsHigh)
	if err != nil {
		return err
	}
	s.host, err = basichost.NewHost(s.swarm, &basichost.HostOpts{
		EventBus:    s.bus,
		ConnManager: cm,
		UserAgent:   "fives/" + cfg.Version,
	})
	return err
}

// abandon closes what exists of a stack that could not be finished.
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
