//go:build !js

package host

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/p2p/waittest"
)

const called = "/test/twin"

// callable is a host that answers a twin's call with who has called.
func callable(t *testing.T, n byte) (h *Host, calls chan network.Conn) {
	t.Helper()
	h, calls = start(t, n, 0), make(chan network.Conn, 16)
	h.SetStreamHandler(called, func(s network.Stream) {
		calls <- s.Conn()
		echo(s)
	})
	return h, calls
}

// call calls the daemon at another host's address, and reports whether it answers.
func call(t *testing.T, h, at *Host) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	c, err := h.CallTwin(ctx, via(t, at, "/ip4/127.0.0.1/", "/tcp/").Addrs[0], called)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.Write([]byte("x")); err != nil {
		return err
	}
	_, err = io.ReadFull(c, make([]byte, 1))
	return err
}

// PROTOCOL §4.7: a host calls another one with its own key, which sees that it has the key;
// nobody else can be called, or calls so. What libp2p keeps of the host itself stays.
func TestCallTwin(t *testing.T) {
	a, calls := callable(t, 1)
	b, _ := callable(t, 1)
	other, _ := callable(t, 2)
	if err := call(t, b, a); err != nil {
		t.Fatal(err)
	}
	if c := <-calls; !a.IsTwin(c.RemotePeer()) || c.RemotePeer() == a.ID() {
		t.Errorf("%s has called", c.RemotePeer())
	}
	if err := call(t, a, a); err != nil {
		t.Errorf("a host that calls itself: %v", err) // somebody leads it there: what it says then tells
	}
	<-calls
	if err := call(t, a, other); err == nil {
		t.Error("a host with another key is called")
	}
	if err := connect(t, other, via(t, a, "/ip4/127.0.0.1/", "/tcp/")); err != nil {
		t.Fatal(err)
	}
	if a.IsTwin(other.ID()) || other.IsTwin(a.ID()) {
		t.Error("a host is taken for a twin")
	}
	if a.Peerstore().PrivKey(a.ID()) == nil || a.Network().Connectedness(a.ID()) == network.Connected {
		t.Error("the host is not itself any more")
	}
}

// A host that keeps to its twin hangs up on everybody else, dials nobody and lets nobody in
// but that, until it does not any more.
func TestKeepToTwin(t *testing.T) {
	a, _ := callable(t, 1)
	b, _ := callable(t, 1)
	other, more := start(t, 2, 0), start(t, 3, 0)
	at := func(h *Host) error { return connect(t, h, via(t, a, "/ip4/127.0.0.1/", "/tcp/")) }
	if err := at(other); err != nil {
		t.Fatal(err)
	}
	a.KeepToTwin(true)
	waittest.Until(t, "they are hung up on", func() bool { return len(other.Network().ConnsToPeer(a.ID())) == 0 })
	for _, h := range []*Host{other, more} {
		if err := at(h); err == nil {
			waittest.Until(t, "nobody comes in", func() bool { return len(h.Network().ConnsToPeer(a.ID())) == 0 })
		}
		if err := connect(t, a, via(t, h, "/ip4/127.0.0.1/", "/tcp/")); err == nil {
			t.Error("somebody is dialled")
		}
	}
	if n := len(a.Network().Peers()); n > 0 {
		t.Errorf("%d peers", n)
	}
	if err := call(t, b, a); err != nil {
		t.Errorf("its twin calls: %v", err)
	}
	if err := call(t, a, b); err != nil {
		t.Errorf("it calls its twin: %v", err)
	}
	a.KeepToTwin(false)
	other.NoteSeen(a.ID(), nil) // which forgets that it could not be dialled
	if err := at(other); err != nil {
		t.Errorf("it is back: %v", err)
	}
}

// A stream goes over the connection that it is opened on, where there are two.
func TestStreamOver(t *testing.T) {
	a, b := start(t, 1, 0), start(t, 2, 0)
	from := make(chan string, 8)
	b.SetStreamHandler("/test/over", func(s network.Stream) {
		from <- s.Conn().RemoteMultiaddr().String()
		echo(s)
	})
	for _, transport := range []string{"/tcp/", "/quic-v1"} {
		ctx := network.WithForceDirectDial(context.Background(), "test")
		b := via(t, b, "/ip4/127.0.0.1/", transport)
		a.Network().ClosePeer(b.ID)
		_ = a.Connect(ctx, b)
	}
	if err := connect(t, b, via(t, a, "/ip4/127.0.0.1/", "/tcp/")); err != nil {
		t.Fatal(err)
	}
	for _, c := range a.Network().ConnsToPeer(b.ID()) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		s, err := a.StreamOver(ctx, c, "/test/over")
		if err != nil {
			t.Fatal(err)
		}
		if got := <-from; got != c.LocalMultiaddr().String() {
			t.Errorf("over %s: it comes from %s", c.LocalMultiaddr(), got)
		}
		s.Reset()
		if _, err := a.StreamOver(ctx, c, "/test/nothing"); err == nil {
			t.Error("a protocol that nobody speaks")
		}
	}
}
