//go:build !js

package websocket

import (
	"context"
	"net"
	"net/http"
	"sync"

	"github.com/coder/websocket"
)

const maxHeader = 16 << 10

// A dialer connects as a program does.
type dialer struct{ client func() *http.Client }

func newDialer() dialer {
	return dialer{sync.OnceValue(func() *http.Client {
		return &http.Client{
			// No proxy: the dialled node is in the same network.
			Transport: &http.Transport{DisableKeepAlives: true, MaxResponseHeaderBytes: maxHeader},
			// A dialled node cannot send this one elsewhere.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	})}
}

func (d dialer) dial(ctx context.Context, url string) (*socket, error) {
	var c *websocket.Conn
	// Not at once: closing waits for what is being read.
	g := newGuard(func() { go func() { _ = c.CloseNow() }() })
	c, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{ //nolint:bodyclose // the library does
		HTTPClient: d.client(), OnPingReceived: g.ping, OnPongReceived: g.pong,
	})
	if err != nil {
		return nil, err
	}
	return newSocket(c, g), nil
}

// A socket is a WebSocket as a stream of bytes. A deadline that passes while something waits
// ends it.
type socket struct {
	net.Conn
	ws    *websocket.Conn
	guard *guard
}

func newSocket(ws *websocket.Conn, g *guard) *socket {
	s := &socket{websocket.NetConn(context.Background(), ws, websocket.MessageBinary), ws, g}
	ws.SetReadLimit(maxMessage) // NetConn has taken it away
	return s
}

// Close ends the connection without a word, as a TCP connection ends.
func (s *socket) Close() error { return s.ws.CloseNow() }

// greet notes that the handshake has said who is there.
func (s *socket) greet() { s.guard.greet() }
