package websocket

import (
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
)

// A conn is a WebSocket as a stream of bytes, with its addresses. Text is refused.
type conn struct {
	*socket
	local, remote ma.Multiaddr
}

var _ manet.Conn = (*conn)(nil)

func (c *conn) LocalMultiaddr() ma.Multiaddr  { return c.local }
func (c *conn) RemoteMultiaddr() ma.Multiaddr { return c.remote }
