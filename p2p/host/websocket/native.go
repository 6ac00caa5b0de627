//go:build !js

package websocket

import (
	"context"
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

func (d dialer) dial(ctx context.Context, url string) (*websocket.Conn, error) {
	c, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPClient: d.client()}) //nolint:bodyclose // the library does
	return c, err
}

// Close ends the connection without a word, as a TCP connection ends.
func (c *conn) Close() error { return c.socket.CloseNow() }
