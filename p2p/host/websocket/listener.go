//go:build !js

package websocket

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"

	"github.com/coder/websocket"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/transport"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"
)

var ws = ma.StringCast("/ws")

// Listen answers HTTP on an address that ends in /ws, until the listener is closed.
func (t *Transport) Listen(at ma.Multiaddr) (transport.Listener, error) {
	l, err := t.listen(at)
	if err != nil {
		return nil, err
	}
	return accepting{t.cfg.Upgrader.UpgradeGatedMaListener(t, l)}, nil
}

func (t *Transport) listen(at ma.Multiaddr) (*listener, error) {
	if !t.CanDial(at) {
		return nil, fmt.Errorf("websocket: %s is no address of a WebSocket", at)
	}
	tcp, err := manet.Listen(at[:2])
	if err != nil {
		return nil, fmt.Errorf("websocket: %w", err)
	}
	l := &listener{t: t, tcp: tcp, at: tcp.Multiaddr().Encapsulate(ws), upgraded: make(chan upgraded), closed: make(chan struct{}), pace: newPace()}
	l.raw = newRoom(maxRaw, maxRawFrom, t.cfg.Regulars)
	l.server = newServer(http.HandlerFunc(l.serve), t.cfg.Timeout)
	go l.server.Serve(&door{tcp, t.cfg.Gater, newRoom(maxOpen, maxOpenFrom, t.cfg.Regulars), l.raw}) //nolint:errcheck // it says that it was closed
	return l, nil
}

// A listener passes on the connections that have become WebSockets. Only its server has
// goroutines, one for each connection that is not a WebSocket yet.
type listener struct {
	t        *Transport
	tcp      manet.Listener
	at       ma.Multiaddr
	server   *http.Server
	pace     *pace
	raw      *room // for WebSockets on which nobody has said yet who it is
	upgraded chan upgraded

	close  sync.Once
	closed chan struct{}
}

// upgraded is a connection that has become a WebSocket, and is counted.
type upgraded struct {
	conn  *conn
	scope network.ConnManagementScope
}

var _ transport.GatedMaListener = (*listener)(nil)

func (l *listener) Multiaddr() ma.Multiaddr { return l.at }
func (l *listener) Addr() net.Addr          { return l.tcp.Addr() }

// Accept returns the next WebSocket.
func (l *listener) Accept() (manet.Conn, network.ConnManagementScope, error) {
	select {
	case u := <-l.upgraded:
		return u.conn, u.scope, nil
	case <-l.closed:
		return nil, nil, transport.ErrListenerClosed
	}
}

// Close ends the requests that are being answered, too.
func (l *listener) Close() (err error) {
	l.close.Do(func() {
		close(l.closed)
		err = l.server.Close()
	})
	return err
}

// serve answers a request, if there are not too many.
func (l *listener) serve(w http.ResponseWriter, r *http.Request) {
	v := visitOf(r)
	if err := l.pace.wait(r.Context(), v.ip); err != nil {
		w.Header().Set("Connection", "close")
		http.Error(w, "There are too many requests.", http.StatusTooManyRequests)
		return
	}
	v.door.begins(v)
	defer v.door.ends(v)
	switch {
	case !l.t.rightHost(r):
		http.Error(w, "This is no address of this node.", http.StatusMisdirectedRequest)
	case !bodiless(r):
		refuseBody(w)
	case r.URL.Path == "/" && r.Header.Get("Upgrade") != "":
		l.upgrade(w, r)
	case l.t.cfg.Pages == nil:
		http.NotFound(w, r)
	default:
		l.t.cfg.Pages.ServeHTTP(w, r)
	}
}

// upgrade makes a WebSocket of a connection, and hands it on.
func (l *listener) upgrade(w http.ResponseWriter, r *http.Request) {
	ends, err := endsOf(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if !l.t.rightOrigin(r) {
		http.Error(w, "Pages from elsewhere may not connect.", http.StatusForbidden)
		return
	}
	v := visitOf(r)
	if !l.raw.enter(v) {
		http.Error(w, "There are too many connections.", http.StatusServiceUnavailable)
		return
	}
	counted, err := l.t.cfg.Resources.OpenConnection(network.DirInbound, true, ends.remote)
	if err != nil {
		l.raw.leave(v)
		http.Error(w, "There are too many connections.", http.StatusServiceUnavailable)
		return
	}
	scope := &rawScope{counted, v, newGuard(func() { _ = v.Close() })}
	v.scope.Store(scope)
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		InsecureSkipVerify: true, // Origin is checked above
		OnPingReceived:     scope.guard.ping, OnPongReceived: scope.guard.pong,
	})
	if err != nil {
		scope.Done()
		return
	}
	c := &conn{newSocket(ws, scope.guard), ends.local, ends.remote}
	select {
	case l.upgraded <- upgraded{c, scope}:
	case <-l.closed:
		scope.Done()
		_ = c.Close()
	}
}

// ends are the addresses of a connection.
type ends struct{ local, remote ma.Multiaddr }

func endsOf(r *http.Request) (e ends, err error) {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	remote, _ := net.ResolveTCPAddr("tcp", r.RemoteAddr) // an address already: nothing is looked up
	if local == nil || remote == nil {
		return e, errors.New("no addresses")
	}
	if e.local, err = manet.FromNetAddr(local); err != nil {
		return e, err
	}
	if e.remote, err = manet.FromNetAddr(remote); err != nil {
		return e, err
	}
	e.local, e.remote = e.local.Encapsulate(ws), e.remote.Encapsulate(ws)
	return e, nil
}

// accepting is a listener whose connections say what carries them.
type accepting struct{ transport.Listener }

func (a accepting) Accept() (transport.CapableConn, error) {
	c, err := a.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return capable{c}, nil
}
