package host

import (
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"
	"net/netip"
	"time"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multistream"
)

// libp2p does not connect a key with itself. So a daemon calls another daemon that has its
// key with a second key, which only holders of the first can make.

// twinKey makes the second key of an identity key.
func twinKey(key ed25519.PrivateKey) (crypto.PrivKey, peer.ID, error) {
	seed, err := hkdf.Key(sha256.New, key.Seed(), nil, "fives/4 twin-key", ed25519.SeedSize)
	if err != nil {
		return nil, "", err
	}
	second, err := crypto.UnmarshalEd25519PrivateKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		return nil, "", err
	}
	id, err := peer.IDFromPrivateKey(second)
	return second, id, err
}

// IsTwin reports whether a peer is a daemon with this host's own key that has called. It
// may be this host, if it has called itself.
func (h *Host) IsTwin(id peer.ID) bool { return id == h.twinID }

// KeepToTwin makes the host talk only to daemons with its own key, or ends that. It may be
// called repeatedly.
func (h *Host) KeepToTwin(on bool) {
	if !on {
		h.gater.keepTo(nil)
		return
	}
	h.gater.keepTo([]peer.ID{h.twinID, h.ID()})
	for _, id := range h.Network().Peers() {
		if !h.IsTwin(id) {
			_ = h.Network().ClosePeer(id)
		}
	}
}

// StreamOver opens a stream over a given connection to a peer.
func (h *Host) StreamOver(ctx context.Context, c network.Conn, id protocol.ID) (network.Stream, error) {
	s, err := c.NewStream(ctx)
	if err != nil {
		return nil, fmt.Errorf("host: %w", err)
	}
	if err := agree(ctx, s, id); err != nil {
		_ = s.Reset()
		return nil, err
	}
	if err := s.SetProtocol(id); err != nil {
		_ = s.Reset()
		return nil, fmt.Errorf("host: %w", err)
	}
	return s, nil
}

// agree negotiates the protocol of a stream.
func agree(ctx context.Context, s network.MuxedStream, id protocol.ID) error {
	if end, ok := ctx.Deadline(); ok {
		_ = s.SetDeadline(end)
		defer s.SetDeadline(time.Time{}) //nolint:errcheck // the next use of the stream says so
	}
	if _, err := multistream.SelectOneOf([]protocol.ID{id}, s); err != nil {
		return fmt.Errorf("host: %w", err)
	}
	return nil
}

// Address returns the most useful IP address of this host, by which people know its
// machine; the zero address if it has none.
func (h *Host) Address() netip.Addr {
	for _, a := range h.Addrs() {
		if ip := ipOf(a); ip.IsValid() && !IsCircuit(a) {
			return ip
		}
	}
	return netip.Addr{}
}
