//go:build !js

package websocket

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/connmgr"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	manet "github.com/multiformats/go-multiaddr/net"
)

// The limits of a port (PROTOCOL §2.4).
const (
	maxOpen     = 256 // connections that are no WebSocket, at once
	maxOpenFrom = 32  // from one address, unless it is the loopback
	maxRaw      = 64  // WebSockets on which nobody has said yet who it is
	maxRawFrom  = 16
	headerTime  = 3 * time.Second // for a whole header
	idleTime    = 30 * time.Second
	writeTime   = 20 * time.Second // for 32 KiB or less
)

func newServer(h http.Handler, timeout time.Duration) *http.Server {
	s := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: min(timeout, headerTime),
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		Protocols:         new(http.Protocols),
		ErrorLog:          log.New(io.Discard, "", 0), // anybody could fill it
		ConnContext:       func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, visitKey{}, c) },
		ConnState: func(c net.Conn, s http.ConnState) {
			if v, ok := c.(*visit); ok && s == http.StateHijacked {
				v.door.leave(v)
			}
		},
	}
	s.Protocols.SetHTTP1(true)
	return s
}

// visitKey is under what a request has its visit.
type visitKey struct{}

func visitOf(r *http.Request) *visit { return r.Context().Value(visitKey{}).(*visit) }

// A door lets those in who may come.
type door struct {
	manet.Listener
	gater connmgr.ConnectionGater
	room  *room
	raw   *room // for those who become WebSockets
}

// Accept turns away whom the gater does not let in, and for whom nobody has to give way.
func (d *door) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		v := &visit{Conn: c, door: d.room, raw: d.raw}
		if ip, err := manet.ToIP(c.RemoteMultiaddr()); err == nil && d.gater.InterceptAccept(c) {
			at, _ := netip.AddrFromSlice(ip)
			v.ip = at.Unmap()
			if d.room.enter(v) {
				return v, nil
			}
		}
		_ = c.Close()
	}
}

// Addr returns the address of the port.
func (d *door) Addr() net.Addr { return d.Listener.Addr() }

// A visit is a connection that holds a place: in the room at the door first; then, as a
// WebSocket, in the room of unknown nodes, until its node is known. A write that does not
// get on ends the visit, however long the answer is.
type visit struct {
	net.Conn
	ip        netip.Addr
	door, raw *room
	scope     atomic.Pointer[rawScope] // once it is a WebSocket
}

// Read counts what comes as long as it is not known who is there.
func (v *visit) Read(b []byte) (int, error) {
	n, err := v.Conn.Read(b)
	if s := v.scope.Load(); s != nil {
		s.guard.took(n)
	}
	return n, err
}

func (v *visit) Write(b []byte) (n int, err error) {
	const part = 32 << 10
	for len(b) > 0 && err == nil {
		if err = v.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
			return n, err
		}
		var wrote int
		wrote, err = v.Conn.Write(b[:min(len(b), part)])
		n, b = n+wrote, b[wrote:]
	}
	return n, err
}

// Close ends the visit, which at once no longer counts as a connection: whoever gets its
// place is counted next.
func (v *visit) Close() error {
	v.door.leave(v)
	v.raw.leave(v)
	if s := v.scope.Load(); s != nil {
		s.ConnManagementScope.Done()
	}
	return v.Conn.Close()
}

// A rawScope is the scope of a WebSocket that has a place until it is known who is there.
type rawScope struct {
	network.ConnManagementScope
	v     *visit
	guard *guard
}

func (s *rawScope) SetPeer(id peer.ID) error {
	s.v.raw.leave(s.v)
	s.guard.greet()
	return s.ConnManagementScope.SetPeer(id)
}

func (s *rawScope) Done() {
	s.v.raw.leave(s.v)
	s.ConnManagementScope.Done()
}
