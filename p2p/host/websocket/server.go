//go:build !js

package websocket

import (
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/connmgr"
	manet "github.com/multiformats/go-multiaddr/net"
)

// The limits of a port, for connections that are no WebSocket yet (PROTOCOL §2.4).
const (
	maxOpen     = 256 // at once
	maxOpenFrom = 32  // from one address, unless it is the loopback
	idleTime    = 30 * time.Second
	writeTime   = 20 * time.Second // for 32 KiB or less
)

func newServer(h http.Handler, timeout time.Duration) *http.Server {
	s := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: timeout,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		Protocols:         new(http.Protocols),
		ErrorLog:          log.New(io.Discard, "", 0), // anybody could fill it
		ConnState: func(c net.Conn, s http.ConnState) {
			if v, ok := c.(*visit); ok && s == http.StateHijacked {
				v.leave()
			}
		},
	}
	s.Protocols.SetHTTP1(true)
	return s
}

// A door lets those in who may come, and counts them.
type door struct {
	manet.Listener
	gater connmgr.ConnectionGater

	mu   sync.Mutex
	open int
	from map[string]int // open connections by IP address
}

// Accept turns away whom the gater does not let in, and who would be too many.
func (d *door) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if ip, err := manet.ToIP(c.RemoteMultiaddr()); err == nil && d.gater.InterceptAccept(c) && d.enter(ip) {
			return &visit{Conn: c, leave: sync.OnceFunc(func() { d.leave(ip) })}, nil
		}
		_ = c.Close()
	}
}

// Addr is that of the port.
func (d *door) Addr() net.Addr { return d.Listener.Addr() }

func (d *door) enter(ip net.IP) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open >= maxOpen || d.from[ip.String()] >= maxOpenFrom && !ip.IsLoopback() {
		return false
	}
	d.open++
	d.from[ip.String()]++
	return true
}

func (d *door) leave(ip net.IP) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open--
	if d.from[ip.String()]--; d.from[ip.String()] == 0 {
		delete(d.from, ip.String())
	}
}

// A visit is a connection that is counted until it ends or becomes a WebSocket. A
// write of an answer that does not get on ends it, however long the answer is.
type visit struct {
	net.Conn
	leave func()
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

func (v *visit) Close() error {
	v.leave()
	return v.Conn.Close()
}
