package discovery_test

import (
	"context"
	"crypto/ed25519"
	"strings"
	"sync"
	"testing"
	"time"

	"fives/p2p/discovery"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/host"
	"fives/p2p/waittest"

	"github.com/libp2p/go-libp2p/core/event"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
)

// player is a host that connects to whatever discovery finds.
type player struct {
	*host.Host
	met chan peer.ID
}

func join(t *testing.T, n byte, ifaces ...string) player {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = n
	h, err := host.New(host.Config{Key: ed25519.NewKeyFromSeed(seed), Port: host.DefaultPort, Ifaces: ifaces, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	p := player{h, make(chan peer.ID, 16)}
	sub, err := h.EventBus().Subscribe(new(event.EvtPeerConnectednessChanged))
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for e := range sub.Out() {
			if c := e.(event.EvtPeerConnectednessChanged); c.Connectedness == network.Connected {
				p.met <- c.Peer
			}
		}
	}()
	ctx, cancel := context.WithCancel(context.Background())
	var dials sync.WaitGroup
	s, err := discovery.Start(discovery.Config{
		ID: h.ID(), Name: "player", Version: 1, Ifaces: ifaces, Addrs: h.ListenAddrs,
		Found: func(q discovery.Peer) {
			h.NoteSeen(q.ID, q.Addrs)
			dials.Go(func() {
				if err := h.Connect(ctx, peer.AddrInfo{ID: q.ID}); err != nil {
					t.Logf("%s to %s at %v: %v", h.ID(), q.ID, q.Addrs, err)
				}
			})
		},
	})
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = sub.Close()
		_ = s.Close()
		cancel()
		dials.Wait()
	})
	return p
}

func (p player) await(t *testing.T, other player) string {
	t.Helper()
	select {
	case id := <-p.met:
		if id != other.ID() {
			t.Fatalf("met %s", id)
		}
	case <-time.After(waittest.Limit(t)):
		t.Fatal("they do not meet")
	}
	return p.Network().ConnsToPeer(other.ID())[0].RemoteMultiaddr().String()
}

func TestHostsConnectOnLoopback(t *testing.T) {
	if !netnstest.Inside(t, netnstest.MulticastRoute) {
		return
	}
	begin := time.Now()
	ana, ben := join(t, 1, "lo"), join(t, 2, "lo")
	addr := ana.await(t, ben)
	ben.await(t, ana)
	t.Logf("both hosts up, found and connected after %v: %s", time.Since(begin).Round(time.Millisecond), addr)
	if ana.Port() == ben.Port() {
		t.Errorf("both on port %d", ana.Port())
	}
}

// All interfaces, and IPv6 alone.
func TestHostsConnectOverIPv6(t *testing.T) {
	if !netnstest.Inside(t,
		"ip link add v0 type veth peer name v1",
		"ip link set v1 up; ip link set v0 up",
		"ip addr add fd00:9::1/64 dev v0 nodad") {
		return
	}
	ana, ben := join(t, 1), join(t, 2)
	if addr := ana.await(t, ben); !strings.HasPrefix(addr, "/ip6/") {
		t.Errorf("connected to %s", addr)
	}
}
