package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/peerstore"
	"github.com/libp2p/go-libp2p/core/protocol"
	blankhost "github.com/libp2p/go-libp2p/p2p/host/blank"
	"github.com/libp2p/go-libp2p/p2p/host/pstoremanager"
	"github.com/libp2p/go-libp2p/p2p/net/connmgr"
	"github.com/libp2p/go-libp2p/p2p/protocol/identify"
	ma "github.com/multiformats/go-multiaddr"
	"github.com/multiformats/go-multistream"
)

// negotiateTime is how long two nodes may take to agree on a stream's protocol.
const negotiateTime = 10 * time.Second

// A dialer is a libp2p host that listens nowhere. libp2p's ordinary host does the same and
// much more, which would make the program of a page a sixth larger.
type dialer struct {
	*blankhost.BlankHost
	ids   identify.IDService
	peers *pstoremanager.PeerstoreManager
	trim  *connmgr.BasicConnMgr
}

func (s *stack) assembleDialer(cfg Config) (err error) {
	d := &dialer{}
	if d.trim, err = newTrimmer(); err != nil {
		return err
	}
	if d.BlankHost = blankhost.NewBlankHost(s.swarm, blankhost.WithConnectionManager(d.trim), blankhost.WithEventBus(s.bus)); d.BlankHost == nil {
		return errors.New("libp2p makes no host")
	}
	s.swarm.SetStreamHandler(d.agree)
	if d.peers, err = pstoremanager.NewPeerstoreManager(s.swarm.Peerstore(), s.bus, s.swarm); err != nil {
		return err
	}
	if d.ids, err = identify.NewIDService(d, identify.UserAgent("fives/"+cfg.Version)); err != nil {
		return err
	}
	s.host = d
	return nil
}

// Start begins to identify the peers that connect.
func (d *dialer) Start() {
	d.peers.Start()
	d.ids.Start()
}

// Addrs is empty: a host that only dials has no address to announce. Its relays announce
// themselves.
func (d *dialer) Addrs() []ma.Multiaddr { return nil }

// agree negotiates the protocol of a stream that a peer has opened.
func (d *dialer) agree(s network.Stream) {
	_ = s.SetDeadline(time.Now().Add(negotiateTime))
	id, handle, err := d.Mux().Negotiate(s)
	if err == nil {
		_ = s.SetDeadline(time.Time{})
		err = s.SetProtocol(id)
	}
	if err != nil {
		_ = s.ResetWithError(network.StreamProtocolNegotiationFailed)
		return
	}
	_ = handle(id, s)
}

// Connect dials a peer that is not connected, and waits until it has said what it is.
func (d *dialer) Connect(ctx context.Context, to peer.AddrInfo) error {
	d.Peerstore().AddAddrs(to.ID, to.Addrs, peerstore.TempAddrTTL)
	if d.Network().Connectedness(to.ID) == network.Connected {
		return nil
	}
	c, err := d.Network().DialPeer(ctx, to.ID)
	if err != nil {
		return fmt.Errorf("failed to dial: %w", err)
	}
	return d.awaitIdentify(ctx, c)
}

// awaitIdentify waits until the peer of a connection is identified.
func (d *dialer) awaitIdentify(ctx context.Context, c network.Conn) error {
	select {
	case <-d.ids.IdentifyWait(c):
		return nil
	case <-ctx.Done():
		return fmt.Errorf("identify failed to complete: %w", ctx.Err())
	}
}

// NewStream opens a stream. Whether the peer speaks the protocol may not be known before
// the first bytes.
func (d *dialer) NewStream(ctx context.Context, to peer.ID, ids ...protocol.ID) (network.Stream, error) {
	ctx, cancel := context.WithTimeout(ctx, negotiateTime)
	defer cancel()
	if only, _ := network.GetNoDial(ctx); !only {
		if err := d.Connect(ctx, peer.AddrInfo{ID: to}); err != nil {
			return nil, err
		}
	}
	s, err := d.Network().NewStream(network.WithNoDial(ctx, "stream"), to)
	if err != nil {
		return nil, fmt.Errorf("failed to open stream: %w", err)
	}
	out, err := d.propose(ctx, s, ids)
	if err != nil {
		_ = s.ResetWithError(network.StreamProtocolNegotiationFailed)
		return nil, err
	}
	return out, nil
}

// propose proposes a protocol for a stream, without waiting if the peer is known to speak
// it.
func (d *dialer) propose(ctx context.Context, s network.Stream, ids []protocol.ID) (network.Stream, error) {
	if err := d.awaitIdentify(ctx, s.Conn()); err != nil {
		return nil, err
	}
	known, err := d.Peerstore().SupportsProtocols(s.Conn().RemotePeer(), ids...)
	if err != nil {
		return nil, err
	}
	if len(known) > 0 {
		return &proposed{s, multistream.NewMSSelect(s, known[0])}, s.SetProtocol(known[0])
	}
	if end, ok := ctx.Deadline(); ok {
		_ = s.SetDeadline(end)
		defer s.SetDeadline(time.Time{}) //nolint:errcheck // the next use of the stream says so
	}
	id, err := multistream.SelectOneOf(ids, s)
	if err != nil {
		return nil, fmt.Errorf("failed to negotiate protocol: %w", err)
	}
	return s, s.SetProtocol(id)
}

// A proposed stream carries its protocol's name in front of the first bytes.
type proposed struct {
	network.Stream
	lazy multistream.LazyConn
}

func (p *proposed) Read(b []byte) (int, error)  { return p.lazy.Read(b) }
func (p *proposed) Write(b []byte) (int, error) { return p.lazy.Write(b) }

// Close and CloseWrite send the name even if nothing was written. They do not wait forever
// to learn whether the peer speaks the protocol.
func (p *proposed) Close() error {
	_ = p.SetReadDeadline(time.Now().Add(negotiateTime))
	return p.lazy.Close()
}

func (p *proposed) CloseWrite() error {
	if f, ok := p.lazy.(interface{ Flush() error }); ok {
		_ = f.Flush() // the other side may have ended its half; reading says so
	}
	return p.Stream.CloseWrite()
}

// Close ends all connections.
func (d *dialer) Close() error {
	errs := []error{d.trim.Close(), d.ids.Close(), d.Network().Close(), d.peers.Close(), d.Peerstore().Close()}
	return errors.Join(append(errs, d.Network().ResourceManager().Close())...)
}
