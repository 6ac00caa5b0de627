package websocket

import (
	"context"
	"net"

	"github.com/coder/websocket"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
)

// A conn is a WebSocket as a stream of bytes. Text is refused. A deadline that
// passes while something waits ends it.
type conn struct {
	net.Conn
	socket        *websocket.Conn
	local, remote ma.Multiaddr
}

var _ manet.Conn = (*conn)(nil)

func newConn(socket *websocket.Conn, local, remote ma.Multiaddr) *conn {
	c := &conn{Conn: websocket.NetConn(context.Background(), socket, websocket.MessageBinary), socket: socket, local: local, remote: remote}
	socket.SetReadLimit(maxMessage) // NetConn has taken it away
	return c
}

func (c *conn) LocalMultiaddr() ma.Multiaddr  { return c.local }
func (c *conn) RemoteMultiaddr() ma.Multiaddr { return c.remote }
