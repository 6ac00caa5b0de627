//go:build !js

package host

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"net"
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/transport"
	basichost "github.com/libp2p/go-libp2p/p2p/host/basic"
	libp2ptls "github.com/libp2p/go-libp2p/p2p/security/tls"
	libp2pquic "github.com/libp2p/go-libp2p/p2p/transport/quic"
	"github.com/libp2p/go-libp2p/p2p/transport/quicreuse"
	"github.com/libp2p/go-libp2p/p2p/transport/tcp"
	ma "github.com/multiformats/go-multiaddr"
	"github.com/quic-go/quic-go"

	"fives/p2p/near"
)

// listening lists the last steps of a host that listens.
func (s *stack) listening() []func(Config) error {
	return []func(Config) error{s.addTCP, s.addQUIC, s.assemble}
}

// addTCP turns port sharing off: with it, a second node on the machine would
// bind the same port without an error and take half of the connections.
func (s *stack) addTCP(Config) error {
	t, err := tcp.NewTCPTransport(s.upgrader, s.rcmgr, nil, tcp.DisableReuseport(), tcp.WithConnectionTimeout(dialTimeout))
	if err != nil {
		return err
	}
	if s.far, err = s.newDoor(); err != nil {
		return err
	}
	s.gater.door = func() bool { return s.far.port.Load() != 0 }
	s.gater.byLink = func(p peer.ID, a ma.Multiaddr) bool { _, ok := s.far.link(p, a); return ok }
	return s.swarm.AddTransport(&doors{t, s.far})
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
	certificate, err := timeless()
	if err != nil {
		return err
	}
	var t transport.Transport
	if t, err = libp2pquic.NewTransport(s.key, cm, nil, s.gater, s.rcmgr, libp2pquic.WithTLSIdentityOption(libp2ptls.WithCertTemplate(certificate))); err != nil {
		return err
	}
	return s.swarm.AddTransport(t)
}

// timeless returns the template of the certificate for QUIC. It binds the connection to the
// key for as long as this host runs, and is valid by every clock: libp2p's own begins an
// hour before it is made, so it is not yet valid by a clock that is further behind.
func timeless() (*x509.Certificate, error) {
	number, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		return nil, err
	}
	return &x509.Certificate{
		SerialNumber: number, Subject: pkix.Name{SerialNumber: number.String()},
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC), // RFC 5280 §4.1.2.5: no end
	}, nil
}

// derive makes a secret that stays the same across restarts, so that peers of an earlier
// run learn at once that their connection is gone.
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

// admitQUIC refuses an inbound QUIC connection from outside before its handshake, in which
// this host would say who it is: libp2p asks the gater only after that. It also counts it
// there, which is where a flood would cost most.
func (s *stack) admitQUIC(ctx context.Context, client *quic.ClientInfo) (context.Context, error) {
	addr, err := quicreuse.ToQuicMultiaddr(client.RemoteAddr, quic.Version1)
	if err != nil {
		return ctx, err
	}
	if !s.gater.lets(addr) {
		return ctx, fmt.Errorf("host: %s is outside", addr)
	}
	scope, err := s.rcmgr.OpenConnection(network.DirInbound, false, addr)
	if err != nil {
		return ctx, err
	}
	ctx = network.WithConnManagementScope(ctx, scope)
	context.AfterFunc(ctx, scope.Done)
	return ctx, nil
}

// assemble makes the host. Identify tells the same to everybody, to friends from outside as
// well, and through relays: so it tells no address that says where a home is. Neighbours hear
// those from discovery.
func (s *stack) assemble(cfg Config) error {
	cm, err := newTrimmer()
	if err != nil {
		return err
	}
	opts := &basichost.HostOpts{EventBus: s.bus, ConnManager: cm, UserAgent: "fives/" + cfg.Version}
	opts.AddrsFactory = func(all []ma.Multiaddr) []ma.Multiaddr { // what peers are told by identify
		if cfg.Reach != nil {
			here, tunnels := cfg.Reach(bound(s.swarm, s.far))
			all = append(here, tunnels...)
		}
		return slices.DeleteFunc(slices.Clone(all), func(a ma.Multiaddr) bool { return s.far.isAt(a) || !near.Local(ipOf(a)) })
	}
	s.host, err = basichost.NewHost(s.swarm, opts)
	return err
}
