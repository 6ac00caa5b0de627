//go:build !js

package host

import (
	"context"
	"fmt"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/libp2p/go-libp2p/core/sec"
	"github.com/libp2p/go-libp2p/core/transport"
	"github.com/libp2p/go-libp2p/p2p/muxer/yamux"
	"github.com/libp2p/go-libp2p/p2p/net/upgrader"
	"github.com/libp2p/go-libp2p/p2p/security/noise"
	"github.com/libp2p/go-libp2p/p2p/transport/tcp"
	ma "github.com/multiformats/go-multiaddr"
)

// A Call is a stream to a daemon with this host's own key, and the connection that carries it.
type Call struct {
	network.MuxedStream
	conn transport.CapableConn
}

// Close ends the connection.
func (c *Call) Close() error {
	_ = c.MuxedStream.Close()
	return c.conn.Close()
}

// CallTwin calls a daemon with this host's own key at a TCP address, and opens a stream to
// it. A peer there that does not have the key learns nothing: the handshake fails.
func (h *Host) CallTwin(ctx context.Context, addr ma.Multiaddr, id protocol.ID) (*Call, error) {
	if !h.gater.dials("", addr) {
		return nil, fmt.Errorf("host: %s is not dialled", addr)
	}
	t, err := h.twinTransport()
	if err != nil {
		return nil, fmt.Errorf("host: %w", err)
	}
	conn, err := t.Dial(ctx, addr, h.ID())
	if err != nil {
		return nil, fmt.Errorf("host: calling a twin: %w", err)
	}
	go refuse(conn)
	s, err := conn.OpenStream(ctx)
	if err == nil {
		err = agree(ctx, s, id)
	}
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("host: calling a twin: %w", err)
	}
	return &Call{s, conn}, nil
}

func (h *Host) twinTransport() (*tcp.TcpTransport, error) {
	resources := h.Network().ResourceManager()
	muxers := []upgrader.StreamMuxer{{ID: yamux.ID, Muxer: yamux.DefaultTransport}}
	security, err := noise.New(noise.ID, h.twin, muxers)
	if err != nil {
		return nil, err
	}
	up, err := upgrader.New([]sec.SecureTransport{security}, muxers, nil, resources, h.gater)
	if err != nil {
		return nil, err
	}
	return tcp.NewTCPTransport(up, resources, nil, tcp.DisableReuseport(), tcp.WithConnectionTimeout(dialTimeout))
}

// refuse resets the streams that the other side opens, such as identify's, until the
// connection ends.
func refuse(c transport.CapableConn) {
	for {
		s, err := c.AcceptStream()
		if err != nil {
			return
		}
		_ = s.Reset()
	}
}
