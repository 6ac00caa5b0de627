//go:build !js

package host

import (
	"slices"
	"testing"

	"github.com/libp2p/go-libp2p/core/peerstore"
	"github.com/libp2p/go-libp2p/core/protocol"
	basichost "github.com/libp2p/go-libp2p/p2p/host/basic"
	ma "github.com/multiformats/go-multiaddr"

	"fives/p2p/waittest"
)

// saying runs a host that says that it has certain addresses, too.
func saying(t *testing.T, n byte, addrs ...string) *Host {
	t.Helper()
	h, err := New(Config{Key: testKey(n), Ifaces: []string{"lo"}, Version: "test", Reach: func(bound []ma.Multiaddr) (near, tunnels []ma.Multiaddr) {
		for _, a := range addrs {
			near = append(near, ma.StringCast(a))
		}
		return append(near, bound...), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

// hears waits until one host knows from another that it speaks something new, which that
// tells together with its addresses. Its first answer, were it under way still, could come
// after that and be taken for the newer one.
func hears(t *testing.T, h, of *Host, id protocol.ID) {
	t.Helper()
	for _, c := range h.Network().ConnsToPeer(of.ID()) {
		<-h.Host.(*basichost.BasicHost).IDService().IdentifyWait(c)
	}
	of.SetStreamHandler(id, echo)
	knows(t, h, of, id)
}

func knows(t *testing.T, h, of *Host, id protocol.ID) {
	t.Helper()
	waittest.Until(t, "it hears "+string(id), func() bool {
		known, err := h.Peerstore().SupportsProtocols(of.ID(), id)
		return err == nil && len(known) > 0
	})
}

func (h *Host) has(of *Host, addr string) bool {
	return slices.ContainsFunc(h.Peerstore().Addrs(of.ID()), ma.StringCast(addr).Equal)
}

const (
	inner  = "/ip4/192.168.1.1/tcp/80"
	global = "/ip6/2001:db8::9/tcp/45355"
	public = "/ip4/203.0.113.9/udp/45355/quic-v1"
)

// TestAddressesFromAfar: what a friend from outside, or whoever is reached through others,
// says of its own addresses is not kept, at once or later, by whoever let it in or went
// there; what a neighbour says is, and what others know stays.
func TestAddressesFromAfar(t *testing.T) {
	h, friend, neighbour := saying(t, 1, inner), saying(t, 2, inner), saying(t, 3, inner)
	if err := goBy(t, friend, openFar(t, h)); err != nil {
		t.Fatal(err)
	}
	if err := connect(t, neighbour, via(t, h, "/ip4/127.0.0.1/", "/tcp/")); err != nil {
		t.Fatal(err)
	}
	for _, later := range []protocol.ID{"/fives/once/1", "/fives/twice/1"} {
		for _, c := range []struct {
			what  string
			h, of *Host
			keeps bool
		}{{"a friend who has come", h, friend, false}, {"the node of a link", friend, h, false}, {"a neighbour", h, neighbour, true}, {"whom it dialled", neighbour, h, true}} {
			hears(t, c.h, c.of, later+protocol.ID("/"+c.h.ID()))
			waittest.Until(t, "what "+c.what+" says is kept, or not", func() bool { return c.h.has(c.of, inner) == c.keeps })
		}
	}
	if err := h.Network().ClosePeer(neighbour.ID()); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the neighbour is gone, and known", func() bool { return !h.Direct(neighbour.ID()) && h.has(neighbour, inner) })
	seen := ma.StringCast("/ip4/127.0.0.1/tcp/45355")
	h.NoteSeen(friend.ID(), []ma.Multiaddr{seen})
	hears(t, h, friend, "/fives/third/1")
	if !h.has(friend, seen.String()) || h.has(friend, inner) {
		t.Errorf("of the friend is known %v", h.Peerstore().Addrs(friend.ID()))
	}
	friend.RemoveLink(h.ID())
	waittest.Until(t, "the friend is gone", func() bool { return !h.Direct(friend.ID()) })
	h.Peerstore().AddAddr(friend.ID(), ma.StringCast(inner), peerstore.RecentlyConnectedAddrTTL) // its last word comes late
	if h.has(friend, inner) {
		t.Error("the last word of who has gone is kept")
	}

	laptop := saying(t, 4, inner)
	relay := startRelay(t, 5, laptop)
	if err := connect(t, laptop, via(t, relay, "/ip4/127.0.0.1/", "/tcp/")); err != nil {
		t.Fatal(err)
	}
	page := guestOf(t, relay, 6)
	laptop.SetStreamHandler("/fives/through/1", echo)
	if err := reach(t, laptop, page, relay); err != nil {
		t.Fatal(err)
	}
	knows(t, page, laptop, "/fives/through/1")
	if page.Direct(laptop.ID()) || page.has(laptop, inner) {
		t.Errorf("through a relay is known %v", page.Peerstore().Addrs(laptop.ID()))
	}
}

// TestInnerAddressesStay: identify, which speaks to everybody who is connected, tells no
// address that says where this home is; discovery, which only neighbours hear, does.
func TestInnerAddressesStay(t *testing.T) {
	h, neighbour := saying(t, 1, inner, global, public), start(t, 2, 0)
	if err := connect(t, neighbour, via(t, h, "/ip4/127.0.0.1/", "/tcp/")); err != nil {
		t.Fatal(err)
	}
	hears(t, neighbour, h, "/fives/later/1")
	waittest.Until(t, "the inner one is told", func() bool { return neighbour.has(h, inner) })
	if neighbour.has(h, global) || neighbour.has(h, public) {
		t.Errorf("told are %v", neighbour.Peerstore().Addrs(h.ID()))
	}
	if n := len(h.Addrs()) - len(h.ListenAddrs()); n != 3 {
		t.Errorf("discovery has %d of them", n)
	}
}
