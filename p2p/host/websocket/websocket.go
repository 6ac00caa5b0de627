package websocket

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"time"

	"github.com/libp2p/go-libp2p/core/connmgr"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/transport"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
)

// maxMessage is how long a message may be. Noise writes at most 64 KiB at once.
const maxMessage = 128 << 10

// Config says what a transport works with.
type Config struct {
	Upgrader  transport.Upgrader
	Resources network.ResourceManager
	// Gater decides who is talked to, and which pages may open a WebSocket here.
	Gater connmgr.ConnectionGater
	// Name is the host name at which pages are served beside the address, "" for none.
	Name string
	// Timeout is for a handshake of HTTP and for the header of a request.
	Timeout time.Duration
	// Regulars returns the addresses of nodes with seats, which go first if places are few; nil for
	// none.
	Regulars func() map[netip.Addr]bool
	// Pages answers every request that is no WebSocket; nil for nobody.
	Pages http.Handler
}

// A Transport dials and, where it can, listens.
type Transport struct {
	cfg    Config
	dialer dialer
}

var _ transport.Transport = (*Transport)(nil)

// New returns a transport. It starts nothing.
func New(cfg Config) *Transport {
	return &Transport{cfg: cfg, dialer: newDialer()}
}

// CanDial reports whether an address is one of a WebSocket: an IP address, a TCP
// port, and /ws. Names are not looked up.
func (t *Transport) CanDial(a ma.Multiaddr) bool {
	return len(a) == 3 && (a[0].Protocol().Code == ma.P_IP4 || a[0].Protocol().Code == ma.P_IP6) &&
		a[1].Protocol().Code == ma.P_TCP && a[2].Protocol().Code == ma.P_WS
}

// Protocols says what of an address makes it one of this transport.
func (t *Transport) Protocols() []int { return []int{ma.P_WS} }

// Proxy reports that connections lead to their addresses themselves.
func (t *Transport) Proxy() bool { return false }

func (t *Transport) String() string { return "WebSocket" }

// Dial connects to a node.
func (t *Transport) Dial(ctx context.Context, to ma.Multiaddr, id peer.ID) (transport.CapableConn, error) {
	if !t.CanDial(to) {
		return nil, fmt.Errorf("websocket: %s is no address of a WebSocket", to)
	}
	scope, err := t.cfg.Resources.OpenConnection(network.DirOutbound, true, to)
	if err != nil {
		return nil, err
	}
	c, err := t.dial(ctx, to)
	if err != nil {
		scope.Done()
		return nil, fmt.Errorf("websocket: %w", err)
	}
	up, err := t.cfg.Upgrader.Upgrade(ctx, t, c, network.DirOutbound, id, scope) // ends the scope if it fails
	if err != nil {
		return nil, err
	}
	c.greet()
	return capable{up}, nil
}

func (t *Transport) dial(ctx context.Context, to ma.Multiaddr) (*conn, error) {
	_, host, err := manet.DialArgs(to[:2])
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, t.cfg.Timeout)
	defer cancel()
	c, err := t.dialer.dial(ctx, "ws://"+host)
	if err != nil {
		return nil, err
	}
	return &conn{c, unknownEnd(to), to}, nil
}

// unknownEnd stands for this node's end of a connection that it has dialled: a browser
// does not say.
func unknownEnd(to ma.Multiaddr) ma.Multiaddr {
	if to[0].Protocol().Code == ma.P_IP6 {
		return unknownV6
	}
	return unknownV4
}

var unknownV4, unknownV6 = ma.StringCast("/ip4/0.0.0.0/tcp/0/ws"), ma.StringCast("/ip6/::/tcp/0/ws")

// capable is a connection that says what carries it.
type capable struct{ transport.CapableConn }

func (c capable) ConnState() network.ConnectionState {
	s := c.CapableConn.ConnState()
	s.Transport = "websocket"
	return s
}
