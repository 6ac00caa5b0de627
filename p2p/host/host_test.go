//go:build !js

package host

import (
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/net/connmgr"
	"github.com/libp2p/go-libp2p/p2p/net/swarm"
	ma "github.com/multiformats/go-multiaddr"
	"go.uber.org/goleak"

	"fives/p2p/waittest"
)

func start(t testing.TB, n byte, port int) *Host {
	t.Helper()
	h, err := New(Config{Key: testKey(n), Port: port, Ifaces: []string{"lo"}, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

// startFor runs a host that dials by a transport: a page does WebSockets, and nobody else.
func startFor(t *testing.T, transport string, n byte) *Host {
	t.Helper()
	if transport == "/ws" {
		return startDialer(t, n)
	}
	return start(t, n, 0)
}

// via returns a host's address whose text holds all parts.
func via(t *testing.T, h *Host, parts ...string) peer.AddrInfo {
	t.Helper()
next:
	for _, a := range h.Addrs() {
		for _, p := range parts {
			if !strings.Contains(a.String(), p) {
				continue next
			}
		}
		return peer.AddrInfo{ID: h.ID(), Addrs: []ma.Multiaddr{a}}
	}
	t.Fatalf("no address with %q in %v", parts, h.Addrs())
	return peer.AddrInfo{}
}

func connect(t testing.TB, h *Host, to peer.AddrInfo) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(t))
	defer cancel()
	return h.Connect(ctx, to)
}

func echo(s network.Stream) {
	defer s.Close()
	_, _ = io.Copy(s, s)
}

func TestConnectOverEachTransport(t *testing.T) {
	for _, c := range []struct{ what, ip, transport string }{
		{"TCP", "/ip4/127.0.0.1/", "/tcp/"},
		{"QUIC", "/ip4/127.0.0.1/", "/quic-v1"},
		{"TCP over IPv6", "/ip6/::1/", "/tcp/"},
		{"QUIC over IPv6", "/ip6/::1/", "/quic-v1"},
		{"WebSocket", "/ip4/127.0.0.1/", "/ws"},
		{"WebSocket over IPv6", "/ip6/::1/", "/ws"},
	} {
		t.Run(c.what, func(t *testing.T) {
			a, b := startFor(t, c.transport, 1), start(t, 2, 0)
			if strings.HasPrefix(c.ip, "/ip6") && !hasIPv6Loopback() {
				t.Skip("this system has no IPv6 loopback")
			}
			if _, err := b.Invite(0); err != nil {
				t.Fatal(err)
			}
			b.SetStreamHandler("/fives/echo/1", echo)
			if err := connect(t, a, via(t, b, c.ip, c.transport)); err != nil {
				t.Fatal(err)
			}
			if got := a.Network().ConnsToPeer(b.ID())[0].RemoteMultiaddr().String(); !strings.Contains(got, c.transport) {
				t.Errorf("connected over %s", got)
			}
			s, err := a.NewStream(context.Background(), b.ID(), "/fives/echo/1")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Write([]byte("ping")); err != nil {
				t.Fatal(err)
			}
			_ = s.CloseWrite()
			if got, err := io.ReadAll(s); err != nil || string(got) != "ping" {
				t.Errorf("echo %q, %v", got, err)
			}
			agent, err := a.Peerstore().Get(b.ID(), "AgentVersion")
			if err != nil || agent != "fives/test" {
				t.Errorf("agent %v, %v", agent, err)
			}
		})
	}
}

func hasIPv6Loopback() bool {
	l, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		return false
	}
	_ = l.Close()
	return true
}

func TestListensOnlyWhereTold(t *testing.T) {
	h := start(t, 1, 0)
	for _, a := range h.ListenAddrs() {
		if s := a.String(); !strings.HasPrefix(s, "/ip4/127.") && !strings.HasPrefix(s, "/ip6/::1/") {
			t.Errorf("listens on %s", s)
		}
		if !strings.Contains(a.String(), "/"+strconv.Itoa(h.Port())) {
			t.Errorf("%s is not on port %d", a, h.Port())
		}
	}
	if _, err := New(Config{Key: testKey(1), Ifaces: []string{"nosuch0"}}); err == nil {
		t.Error("an interface that does not exist is accepted")
	}
}

func TestNextFreePort(t *testing.T) {
	a := start(t, 1, 0)
	b := start(t, 2, a.Port())
	if b.Port() <= a.Port() || b.Port() > a.Port()+portTries {
		t.Errorf("ports %d and %d", a.Port(), b.Port())
	}
	if err := connect(t, b, via(t, a, "/tcp/")); err != nil {
		t.Error(err)
	}
}

// Between the probe and the real thing another program may take the port; what
// libp2p returns then must be told from other failures.
func TestTakenAfterTheProbe(t *testing.T) {
	a, b := start(t, 1, 0), start(t, 2, 0)
	for _, addr := range a.ListenAddrs() {
		if err := b.swarm.AddListenAddr(addr); !errors.Is(err, syscall.EADDRINUSE) {
			t.Errorf("%s: %v", addr, err)
		}
	}
}

// A port of which only one half is taken is of no use.
func TestHalfTakenPort(t *testing.T) {
	udp, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer udp.Close()
	taken := udp.LocalAddr().(*net.UDPAddr).Port
	if h := start(t, 1, taken); h.Port() == taken {
		t.Errorf("listens on port %d", taken)
	}
}

func TestThirteenHostsConnectToOne(t *testing.T) {
	hub := start(t, 100, 0)
	var wg sync.WaitGroup
	for i := range byte(13) {
		h := start(t, i, 0)
		part := "/tcp/"
		if i%2 == 0 {
			part = "/quic-v1"
		}
		to := via(t, hub, "/ip4/127.0.0.1/", part)
		wg.Go(func() {
			if err := connect(t, h, to); err != nil {
				t.Errorf("host %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	if n := len(hub.Network().Peers()); n != 13 {
		t.Errorf("%d peers", n)
	}
}

func TestBlock(t *testing.T) {
	a, b := start(t, 1, 0), start(t, 2, 0)
	if err := connect(t, a, via(t, b, "/tcp/")); err != nil {
		t.Fatal(err)
	}
	b.Block(a.ID())
	if !b.Blocked(a.ID()) || b.Network().Connectedness(a.ID()) == network.Connected {
		t.Error("still connected")
	}
	if err := connect(t, b, via(t, a, "/tcp/")); err == nil {
		t.Error("a blocked peer is dialled")
	}
	// The dialler may see the handshake succeed before it is cut off, so it
	// is the blocking side that is looked at.
	_ = connect(t, a, via(t, b, "/quic-v1"))
	if b.Network().Connectedness(a.ID()) == network.Connected {
		t.Error("a blocked peer gets in")
	}
	b.Unblock(a.ID())
	if err := connect(t, b, via(t, a, "/tcp/")); err != nil {
		t.Errorf("after unblocking: %v", err)
	}
}

// A peer that was away is dialled at once when discovery sees it again.
func TestSeenClearsBackoff(t *testing.T) {
	a, b := start(t, 1, 0), start(t, 2, 0)
	to := via(t, b, "/tcp/")
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := connect(t, a, to); err == nil {
		t.Fatal("connected to a closed host")
	}
	backoff := a.Network().(*swarm.Swarm).Backoff()
	if !backoff.Backoff(to.ID, to.Addrs[0]) {
		t.Fatal("no back-off after a failure")
	}
	a.NoteSeen(to.ID, to.Addrs)
	if backoff.Backoff(to.ID, to.Addrs[0]) {
		t.Error("back-off after the peer was seen")
	}
}

// silent returns sockets that take what comes and never say a word.
func silent(t *testing.T, n int) (addrs []ma.Multiaddr) {
	t.Helper()
	for range n {
		udp, err := net.ListenPacket("udp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = udp.Close() })
		addrs = append(addrs, ma.StringCast("/ip4/127.0.0.1/udp/"+strconv.Itoa(udp.LocalAddr().(*net.UDPAddr).Port)+"/quic-v1"))
	}
	return addrs
}

// False addresses of a peer, which anybody can announce, keep nobody waiting
// for the true one, and do not pile up.
func TestFalseAddresses(t *testing.T) {
	// On a busy machine it may take long all the same, but never less if they keep it waiting.
	for _, transport := range []string{"/quic-v1", "/tcp/"} {
		waittest.Until(t, "over "+transport+": the true address is dialled before false ones have failed", func() bool {
			a, b := start(t, 1, 0), start(t, 2, 0)
			to := via(t, b, "/ip4/127.0.0.1/", transport)
			for range 3 {
				a.NoteSeen(b.ID(), append(silent(t, dialsPerPeer-1), to.Addrs...))
			}
			if n := len(a.Peerstore().Addrs(b.ID())); n != dialsPerPeer {
				t.Fatalf("%d addresses", n)
			}
			begin := time.Now()
			if err := connect(t, a, peer.AddrInfo{ID: b.ID()}); err != nil {
				t.Fatal(err)
			}
			took := time.Since(begin)
			t.Logf("over %s beside %d false addresses: %v", transport, dialsPerPeer-1, took)
			return took < dialTimeout
		})
	}
}

// So many nodes in one network are all connected to each other, and nobody's
// connections are trimmed.
func TestEverybodyConnects(t *testing.T) {
	const others = 80
	hub := start(t, 200, 0)
	to := via(t, hub, "/ip4/127.0.0.1/", "/tcp/")
	for i := range byte(others) {
		h := start(t, i, 0)
		if err := connect(t, h, to); err != nil {
			t.Fatalf("host %d: %v", i, err)
		}
	}
	waittest.Until(t, "all neighbours", func() bool { return len(hub.Network().Peers()) == others })
	cm, ok := hub.ConnManager().(*connmgr.BasicConnMgr)
	if !ok {
		t.Fatalf("%T", hub.ConnManager())
	}
	cm.ForceTrim() // the same as a trim, but of young connections too
	if n := len(hub.Network().Peers()); n != others {
		t.Errorf("%d of %d neighbours are left", n, others)
	}
	if connsLow < EnoughConns || connsHigh <= connsLow || connsHigh > connsInbound {
		t.Error("connections that a node looks for are trimmed again")
	}
}

// Made-up peers cost a bounded amount of memory.
func TestAddressBookIsBounded(t *testing.T) {
	a := start(t, 1, 0)
	var addrs []ma.Multiaddr
	for i := range 16 {
		addrs = append(addrs, ma.StringCast("/ip4/10.0.0.1/tcp/"+strconv.Itoa(i+1)))
	}
	for i := range addrsAll/len(addrs) + 100 {
		a.NoteSeen(peer.ID(strconv.Itoa(i)), addrs)
	}
	n := 0
	for _, id := range a.Peerstore().PeersWithAddrs() {
		n += len(a.Peerstore().Addrs(id))
	}
	if n > addrsAll+len(a.Addrs()) {
		t.Errorf("%d addresses", n)
	}
}

func TestNewRefusesBadKey(t *testing.T) {
	if _, err := New(Config{Key: testKey(1)[:32]}); err == nil {
		t.Error("a short key is accepted")
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	a, b := start(t, 1, 0), start(t, 2, 0)
	if err := connect(t, a, via(t, b, "/quic-v1")); err != nil {
		t.Fatal(err)
	}
	for _, h := range []*Host{a, b, b} {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The first peer that connects finds the stream handlers: they are set before the host
// listens.
func TestPreparedBeforeItListens(t *testing.T) {
	var before []ma.Multiaddr
	prepared := false
	h, err := New(Config{
		Key: testKey(5), Ifaces: []string{"lo"},
		Prepare: func(h *Host) { prepared, before = true, h.ListenAddrs() },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if !prepared || len(before) > 0 || len(h.ListenAddrs()) == 0 {
		t.Errorf("prepared %v, listening on %v by then, on %v now", prepared, before, h.ListenAddrs())
	}
}
