//go:build !js

package host

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"testing"

	"github.com/libp2p/go-libp2p/core/network"
	ma "github.com/multiformats/go-multiaddr"
	"go.uber.org/goleak"

	"fives/p2p/waittest"
)

// startInviting runs a host that lets browsers in.
func startInviting(t *testing.T, n byte) *Host {
	t.Helper()
	h, err := New(Config{Key: testKey(n), Ifaces: []string{"lo"}, Version: "test", Pages: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "page")
	})})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

// startDialer runs a host as a browser has it.
func startDialer(t *testing.T, n byte) *Host {
	t.Helper()
	h, err := New(Config{Key: testKey(n), DialOnly: true, Version: "page"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

// Browsers are let in when that is asked for, and no longer than that; whoever is
// connected hears where.
func TestInvite(t *testing.T) {
	h, other := startInviting(t, 1), start(t, 2, 0)
	if err := connect(t, other, via(t, h, "/tcp/")); err != nil {
		t.Fatal(err)
	}
	if h.Invites() != 0 || len(h.WebSockets(h.ID())) > 0 || len(other.WebSockets(h.ID())) > 0 {
		t.Errorf("on from the start, at port %d", h.Invites())
	}
	port, err := h.Invite(0)
	if err != nil || port <= h.Port() || port > h.Port()+portTries+1 || h.Invites() != port {
		t.Fatalf("port %d beside %d, %v", port, h.Port(), err)
	}
	if again, err := h.Invite(0); again != port || err != nil {
		t.Errorf("asked again: %d, %v", again, err)
	}
	resp, err := http.Get("http://127.0.0.1:" + strconv.Itoa(port) + "/")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	if string(b) != "page" {
		t.Errorf("the page is %q", b)
	}
	at := via(t, h, "/ip4/127.0.0.1/", "/ws")
	page := startDialer(t, 3)
	if err := connect(t, page, at); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the other node hears of it", func() bool { return len(other.WebSockets(h.ID())) > 0 })

	h.Uninvite()
	if h.Invites() != 0 {
		t.Errorf("still on, at port %d", h.Invites())
	}
	waittest.Until(t, "it announces no address for browsers", func() bool { return len(h.WebSockets(h.ID())) == 0 })
	waittest.Until(t, "the other node hears that it is over", func() bool { return len(other.WebSockets(h.ID())) == 0 })
	if c, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(port)); err == nil {
		c.Close()
		t.Error("the port is still open")
	}
	if page.Network().Connectedness(h.ID()) != network.Connected {
		t.Error("who had connected is gone")
	}
	if err := connect(t, startDialer(t, 4), at); err == nil {
		t.Error("somebody else connects")
	}
	if _, err := h.Invite(port); err != nil || h.Invites() != port {
		t.Errorf("on again: %v", err)
	}
	if err := connect(t, startDialer(t, 5), at); err != nil {
		t.Error(err)
	}
}

// A port that somebody else has is left out.
func TestInviteTakenPort(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	taken := l.Addr().(*net.TCPAddr).Port
	h := startInviting(t, 1)
	if port, err := h.Invite(taken); err != nil || port <= taken || port > taken+portTries {
		t.Errorf("port %d in place of %d, %v", port, taken, err)
	}
	h.Uninvite()
	if _, err := h.Invite(65536); err == nil {
		t.Error("a port that does not exist")
	}
}

// A host that only dials is a peer: both sides open streams, and each knows who the
// other is and what it speaks.
func TestDialOnly(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	t.Run("hosts", func(t *testing.T) {
		h, page := startInviting(t, 1), startDialer(t, 2)
		if _, err := h.Invite(0); err != nil {
			t.Fatal(err)
		}
		if n := len(page.ListenAddrs()) + len(page.Addrs()); n > 0 {
			t.Errorf("it listens at %d addresses", n)
		}
		for _, h := range []*Host{h, page} {
			h.SetStreamHandler("/fives/echo/1", echo)
		}
		if err := connect(t, page, via(t, h, "/ip4/127.0.0.1/", "/ws")); err != nil {
			t.Fatal(err)
		}
		waittest.Until(t, "connected", func() bool { return h.Network().Connectedness(page.ID()) == network.Connected })
		for from, to := range map[*Host]*Host{h: page, page: h} {
			ctx := network.WithNoDial(context.Background(), "test")
			for _, known := range []bool{true, false} { // with the protocol's name beforehand, and together with the first bytes
				if !known {
					if err := from.Peerstore().RemoveProtocols(to.ID(), "/fives/echo/1"); err != nil {
						t.Fatal(err)
					}
				}
				s, err := from.NewStream(ctx, to.ID(), "/fives/echo/1")
				if err != nil {
					t.Fatal(err)
				}
				_, _ = s.Write([]byte("ping"))
				_ = s.CloseWrite()
				if got, err := io.ReadAll(s); err != nil || string(got) != "ping" {
					t.Errorf("echo %q, %v", got, err)
				}
			}
			if s, err := from.NewStream(ctx, to.ID(), "/fives/nothing/1"); err == nil {
				t.Errorf("a stream that nobody speaks: %v", s.Protocol())
			}
			agent, err := from.Peerstore().Get(to.ID(), "AgentVersion")
			if err != nil || agent != "fives/"+to.cfg.Version {
				t.Errorf("agent %v, %v", agent, err)
			}
		}
		if tcp := via(t, h, "/ip4/127.0.0.1/", strconv.Itoa(h.Port())); connect(t, startDialer(t, 3), tcp) == nil {
			t.Error("it dials what no browser dials")
		}
		page.Block(h.ID())
		if page.Network().Connectedness(h.ID()) == network.Connected || connect(t, page, via(t, h, "/ws")) == nil {
			t.Error("a blocked peer is connected")
		}
		if err := errors.Join(page.Close(), page.Close()); err != nil {
			t.Error(err)
		}
	})
}

// Who comes in over WebSocket is from a browser: a host that listens dials none, though it has
// learnt of it, and nothing else answers.
func TestOnlyPagesDialWebSockets(t *testing.T) {
	h, other := startInviting(t, 1), start(t, 2, 0)
	if _, err := h.Invite(0); err != nil {
		t.Fatal(err)
	}
	at := via(t, h, "/ip4/127.0.0.1/", "/ws")
	if err := connect(t, startDialer(t, 3), at); err != nil {
		t.Fatal(err)
	}
	if connect(t, other, at) == nil || other.Network().Connectedness(h.ID()) == network.Connected {
		t.Error("it comes as a guest")
	}
}

// The gater's refusals hold for WebSockets, too.
func TestDialOnlyStaysAtHome(t *testing.T) {
	page := startDialer(t, 1)
	to := via(t, start(t, 2, 0), "/tcp/")
	to.Addrs = []ma.Multiaddr{ma.StringCast("/ip4/8.8.8.8/tcp/45356/ws")}
	if err := connect(t, page, to); err == nil {
		t.Error("connected")
	}
}

// WebSockets on which nobody says who it is, from many addresses, keep no page out: they
// have fewer places than there are connections.
func TestSilentWebSockets(t *testing.T) {
	h := startInviting(t, 1)
	port, err := h.Invite(0)
	if err != nil {
		t.Fatal(err)
	}
	at := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	for i := range 500 {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+i%39))}}
		c, err := d.DialContext(t.Context(), "tcp", at)
		if err != nil {
			t.Skip(err) // this system has one address of the loopback
		}
		defer c.Close()
		_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: "+at+"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n") // it may have been ended
	}
	for n := byte(2); n < 6; n++ {
		if err := connect(t, startDialer(t, n), via(t, h, "/ip4/127.0.0.1/", "/ws")); err != nil {
			t.Errorf("a page: %v", err)
		}
	}
}
