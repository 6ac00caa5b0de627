//go:build !js

package host

import (
	"crypto/ed25519"
	"errors"
	"net/netip"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/net/swarm"
	ma "github.com/multiformats/go-multiaddr"
)

// campus is a gater on a machine with a public address in 203.0.113.0/24.
func campus() *gater {
	g := newGater()
	g.attached.nets = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	g.attached.read = time.Now().Add(time.Hour)
	return g
}

// PROTOCOL §2.3
func TestGaterAddresses(t *testing.T) {
	g, page := campus(), campus()
	page.web, page.all = true, true
	for addr, want := range map[string]bool{
		"/ip4/127.0.0.1/tcp/1":            true,
		"/ip4/10.1.2.3/tcp/1":             true,
		"/ip4/172.31.0.1/udp/1/quic-v1":   true,
		"/ip4/192.168.1.2/tcp/1":          true,
		"/ip4/169.254.1.1/tcp/1":          true,
		"/ip4/100.64.0.1/tcp/1":           true, // behind a provider's gateway, or in a network over the internet
		"/ip4/100.127.1.1/udp/1/quic-v1":  true,
		"/ip4/100.128.0.1/tcp/1":          false,
		"/ip6/::1/tcp/1":                  true,
		"/ip6/fd00::1/tcp/1":              true,
		"/ip6zone/eth0/ip6/fe80::1/tcp/1": true,
		"/ip6/::ffff:10.0.0.1/tcp/1":      true,
		"/ip4/203.0.113.77/tcp/1":         true, // a neighbour
		"/ip4/8.8.8.8/tcp/1":              false,
		"/ip4/172.32.0.1/tcp/1":           false,
		"/ip4/224.0.0.1/udp/1/quic-v1":    false,
		"/ip4/0.0.0.0/tcp/1":              false,
		"/ip6/2606:4700::1/tcp/1":         false,
		"/ip6/::ffff:8.8.8.8/tcp/1":       false,
		"/dns4/example.org/tcp/1":         false,
		"/dns4/localhost/tcp/1":           false,
		"/p2p-circuit":                    false,
	} {
		a := ma.StringCast(addr)
		if got := g.InterceptAddrDial("", a); got != want {
			t.Errorf("dial %s: %t", addr, got)
		}
		if got := g.InterceptAccept(remote{a}); got != want {
			t.Errorf("accept %s: %t", addr, got)
		}
		if !page.InterceptAddrDial("", a) && !IsCircuit(a) {
			t.Errorf("a page from afar does not dial %s", addr)
		}
		if got := page.InterceptAccept(remote{a}); got != want {
			t.Errorf("accept %s where all are dialled: %t", addr, got)
		}
	}
}

// TestCircuitsOnlyFromLinks: a program is reached through the node of a link of its own,
// wherever that is, and through nobody else.
func TestCircuitsOnlyFromLinks(t *testing.T) {
	g, ana := campus(), start(t, 1, 0).ID()
	for _, at := range []string{"/ip4/198.51.100.7/tcp/45354/p2p/", "/ip4/192.168.1.2/tcp/45355/p2p/"} {
		from := remote{ma.StringCast(at + ana.String() + "/p2p-circuit")}
		g.went = func(peer.ID) bool { return false }
		if g.InterceptAccept(from) {
			t.Errorf("through %s", from.addr)
		}
		g.went = func(id peer.ID) bool { return id == ana }
		if !g.InterceptAccept(from) {
			t.Errorf("not through %s, which a link leads to", from.addr)
		}
	}
}

// TestRentedMachine: while a machine lets in friends from outside, its public IPv4 network is
// full of strangers; its other networks are not.
func TestRentedMachine(t *testing.T) {
	h := start(t, 1, 0)
	g, at := h.gater, campus().attached.nets
	g.attached.mu.Lock()
	g.attached.nets, g.attached.read = append(at, netip.MustParsePrefix("2001:db8::/64")), time.Now().Add(time.Hour)
	g.attached.mu.Unlock()
	lets := func(addr string) bool { return g.InterceptAccept(remote{ma.StringCast(addr)}) }
	for _, open := range []bool{false, true, false} {
		if _ = h.SetFar(FarDoor{}); open {
			openFar(t, h)
		}
		if got := lets("/ip4/203.0.113.77/tcp/1"); got == open || !lets("/ip4/192.168.1.9/tcp/1") || !lets("/ip6/2001:db8::9/tcp/1") {
			t.Errorf("the door is open: %t; a neighbour is let in: %t", open, got)
		}
	}
	if g.strangers.Count != 1 || g.strangers.From != netip.MustParseAddr("203.0.113.77") || g.strangers.Last.IsZero() {
		t.Errorf("strangers: %+v", g.strangers)
	}
}

type remote struct{ addr ma.Multiaddr }

func (r remote) LocalMultiaddr() ma.Multiaddr  { return r.addr }
func (r remote) RemoteMultiaddr() ma.Multiaddr { return r.addr }

func TestGaterBlocks(t *testing.T) {
	g, id := campus(), peer.ID("somebody")
	allowed := func() [2]bool {
		return [2]bool{g.InterceptPeerDial(id), g.InterceptSecured(network.DirInbound, id, nil)}
	}
	if allowed() != [2]bool{true, true} {
		t.Error("blocked from the start")
	}
	g.block(id)
	if allowed() != [2]bool{} {
		t.Error("not blocked")
	}
	g.unblock(id)
	if allowed() != [2]bool{true, true} {
		t.Error("still blocked")
	}
}

// The refusal reaches the caller, and no packet leaves for it.
func TestPublicAddressIsNotDialled(t *testing.T) {
	a := start(t, 1, 0)
	id, err := PeerID(testKey(2).Public().(ed25519.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	err = connect(t, a, peer.AddrInfo{ID: id, Addrs: []ma.Multiaddr{ma.StringCast("/ip4/8.8.8.8/tcp/45355")}})
	if !errors.Is(err, swarm.ErrGaterDisallowedConnection) && !errors.Is(err, swarm.ErrNoGoodAddresses) {
		t.Errorf("got %v", err)
	}
}
