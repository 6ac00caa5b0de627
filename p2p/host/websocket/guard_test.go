//go:build !js

package websocket

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/transport"
	manet "github.com/multiformats/go-multiaddr/net"
	"golang.org/x/time/rate"

	"fives/p2p/waittest"
)

// Frames of a client without bytes of their own, masked with zeros.
var (
	pingFrame  = []byte{0x89, 0x80, 0, 0, 0, 0}
	pongFrame  = []byte{0x8a, 0x80, 0, 0, 0, 0}
	emptyFrame = []byte{0x82, 0x80, 0, 0, 0, 0}
)

// Nothing but a handshake is read of somebody who has not said who he is: a ping or a pong ends
// the connection and gets no answer, and so do more bytes than a handshake can have.
func TestBeforeTheHandshake(t *testing.T) {
	s := serve(t, time.Hour, nil) // it does not end by itself
	for what, sent := range map[string][]byte{
		"a ping":                 pingFrame,
		"a pong":                 pongFrame,
		"messages without bytes": bytes.Repeat(emptyFrame, 2*maxGreeting/len(emptyFrame)),
	} {
		c := s.connect(t)
		_, _ = io.WriteString(c, upgradeTo(s.at()))
		r := bufio.NewReader(c)
		resp, err := http.ReadResponse(r, nil)
		if err != nil || resp.StatusCode != http.StatusSwitchingProtocols {
			t.Fatalf("%s: no WebSocket: %v", what, err)
		}
		_, _ = c.Write(sent)
		for err == nil {
			var frame byte
			if frame, err = readFrame(r); err == nil && frame&0xf == 0xa {
				t.Errorf("%s is answered", what)
			}
		}
		if late, ok := err.(net.Error); ok && late.Timeout() {
			t.Errorf("%s: the connection stays", what)
		}
	}
	if s.arrived.Load() != 0 {
		t.Error("somebody counts as known")
	}
	s.speaks(t, 4)
}

// readFrame passes over a short frame of a server, and returns its first byte.
func readFrame(r *bufio.Reader) (byte, error) {
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, err
	}
	_, err := r.Discard(int(head[1] & 0x7f))
	return head[0], err
}

// A node that is known may ping now and then; one that goes on and on loses the connection.
func TestPingsAfterTheHandshake(t *testing.T) {
	s, n := serve(t, waittest.Limit(t), nil), newNode(t, waittest.Limit(t), nil)
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	c, up := connected(t, ctx, s, n)
	defer up.Close()
	c.greet()
	c.guard.control.SetLimit(rate.Inf) // this end takes any number of answers
	for i := range pingBurst {
		if err := c.ws.Ping(ctx); err != nil {
			t.Fatalf("ping %d of %d: %v", i, pingBurst, err)
		}
	}
	answered := 0
	for answered < 10_000 && c.ws.Ping(ctx) == nil {
		answered++
	}
	if answered == 10_000 || ctx.Err() != nil {
		t.Fatalf("%d pings are answered, and it goes on", answered)
	}
	waittest.Until(t, "the connection ends", up.IsClosed)
}

// connected is a connection of which a test has both the WebSocket and what is on it.
func connected(t *testing.T, ctx context.Context, s *server, n node) (*conn, transport.CapableConn) {
	t.Helper()
	c, err := n.dial(ctx, s.Multiaddr())
	if err != nil {
		t.Fatal(err)
	}
	scope, err := n.cfg.Resources.OpenConnection(network.DirOutbound, true, s.Multiaddr())
	if err != nil {
		t.Fatal(err)
	}
	up, err := n.cfg.Upgrader.Upgrade(ctx, n.Transport, c, network.DirOutbound, s.id, scope)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := up.OpenStream(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	if _, err := stream.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(stream, make([]byte, 1)); err != nil { // the other side knows who is there
		t.Fatal(err)
	}
	return c, up
}

// A node that is dialled is held to the same.
func TestServerPings(t *testing.T) {
	pong, over := make(chan error, 1), make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer c.CloseNow()
		ctx := c.CloseRead(context.Background())
		err = c.Ping(ctx)
		if err == nil {
			<-over
		}
		pong <- err
	}))
	defer s.Close()
	at, err := manet.FromNetAddr(s.Listener.Addr())
	if err != nil {
		t.Fatal(err)
	}
	n := newNode(t, waittest.Limit(t), nil)
	if _, err := n.Dial(t.Context(), at.Encapsulate(ws), n.id); err == nil {
		t.Error("it is connected")
	}
	close(over)
	if err := <-pong; err == nil {
		t.Error("the ping was answered")
	}
}
