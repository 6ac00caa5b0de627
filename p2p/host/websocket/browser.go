//go:build js

package websocket

import (
	"context"
	"errors"

	"github.com/coder/websocket"
	"github.com/libp2p/go-libp2p/core/transport"
	ma "github.com/multiformats/go-multiaddr"
)

// A dialer connects as a page does.
type dialer struct{}

func newDialer() dialer { return dialer{} }

// dial does not hand its context on: a browser refuses the status with which the
// library would then close the socket, which would stay open.
func (dialer) dial(ctx context.Context, url string) (*websocket.Conn, error) {
	type outcome struct {
		c   *websocket.Conn
		err error
	}
	dialled := make(chan outcome, 1)
	go func() {
		c, _, err := websocket.Dial(context.Background(), url, nil)
		dialled <- outcome{c, err}
	}()
	select {
	case o := <-dialled:
		return o.c, o.err
	case <-ctx.Done():
		go func() {
			if o := <-dialled; o.err == nil {
				closeSocket(o.c)
			}
		}()
		return nil, ctx.Err()
	}
}

// closeSocket closes a socket with the one status that browsers let a page give.
func closeSocket(c *websocket.Conn) {
	_ = c.Close(websocket.StatusNormalClosure, "") // waits for the other side
}

// Close ends the connection; it does not wait until the browser has done so.
func (c *conn) Close() error {
	go func() {
		closeSocket(c.socket)
		_ = c.Conn.Close() // what still waits for it
	}()
	return nil
}

// Listen fails: a page cannot listen.
func (t *Transport) Listen(ma.Multiaddr) (transport.Listener, error) {
	return nil, errors.New("websocket: a page cannot listen")
}
