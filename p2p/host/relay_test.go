//go:build !js

package host

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/netip"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/peerstore"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/client"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/proto"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/util"
	ma "github.com/multiformats/go-multiaddr"

	"fives/p2p/waittest"
)

// startRelay runs a host that lets guests in, and knows the peers that are given.
func startRelay(t testing.TB, n byte, known ...*Host) *Host {
	t.Helper()
	h, err := New(Config{Key: testKey(n), Ifaces: []string{"lo"}, Version: "test", Neighbour: func(id peer.ID) bool {
		for _, k := range known {
			if k.ID() == id {
				return true
			}
		}
		return false
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	if _, err := h.Invite(0); err != nil {
		t.Fatal(err)
	}
	return h
}

// guestOf runs a host as a page has it, with a place at a relay.
func guestOf(t testing.TB, relay *Host, n byte) *Host {
	t.Helper()
	g, err := New(Config{Key: testKey(n), DialOnly: true, Version: "page"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	come(t, g, relay)
	if err := g.Reserve(t.Context(), relay.ID()); err != nil {
		t.Fatal(err)
	}
	return g
}

// come connects a page with a host, at its address for browsers.
func come(t testing.TB, g, relay *Host) {
	t.Helper()
	at := ma.StringCast("/ip4/127.0.0.1/tcp/" + strconv.Itoa(relay.Invites()) + "/ws")
	if err := connect(t, g, peer.AddrInfo{ID: relay.ID(), Addrs: []ma.Multiaddr{at}}); err != nil {
		t.Fatal(err)
	}
}

// reach connects a host with another one through a relay.
func reach(t testing.TB, from, to, relay *Host) error {
	t.Helper()
	from.Behind(to.ID(), relay.ID())
	return connect(t, from, peer.AddrInfo{ID: to.ID()})
}

// TestGuestsMeet: two guests, and a node that is no guest, reach each other through the node
// that invites. Who is at the other end is proved as always, and neither end takes the
// other for a guest of its own.
func TestGuestsMeet(t *testing.T) {
	laptop := start(t, 2, 0)
	relay := startRelay(t, 1, laptop)
	ben, cleo := guestOf(t, relay, 3), guestOf(t, relay, 4)
	if err := connect(t, laptop, via(t, relay, "/ip4/127.0.0.1/", "/tcp/")); err != nil {
		t.Fatal(err)
	}
	if g := relay.Guests(); len(g) != 2 {
		t.Errorf("the guests are %v", g)
	}
	for _, pair := range [][2]*Host{{ben, cleo}, {laptop, cleo}, {laptop, ben}} {
		from, to := pair[0], pair[1]
		to.SetStreamHandler("/fives/echo/1", echo)
		if err := reach(t, from, to, relay); err != nil {
			t.Fatal(err)
		}
		s, err := from.NewStream(t.Context(), to.ID(), "/fives/echo/1")
		if err != nil {
			t.Fatal(err)
		}
		if s.Conn().Stat().Limited || from.Direct(to.ID()) || to.CameByInvitation(from.ID()) {
			t.Errorf("the connection is limited (%t), direct, or a guest's", s.Conn().Stat().Limited)
		}
		echoed(t, s, []byte("ping"))
	}
	if relay.CameByInvitation(laptop.ID()) || !relay.CameByInvitation(ben.ID()) {
		t.Error("the relay takes the wrong ones for guests")
	}
}

func echoed(t *testing.T, s network.Stream, b []byte) {
	t.Helper()
	sent := make(chan error, 1)
	go func() {
		_, err := s.Write(b)
		sent <- errors.Join(err, s.CloseWrite())
	}()
	got, err := io.ReadAll(s)
	if err := errors.Join(err, <-sent); err != nil || !bytes.Equal(got, b) {
		t.Errorf("%d of %d bytes came back: %v", len(got), len(b), err)
	}
}

// TestCircuitIsLong: a circuit carries far more than the 128 KiB of libp2p's relays, and
// has no end in time.
func TestCircuitIsLong(t *testing.T) {
	relay := startRelay(t, 1)
	ben, cleo := guestOf(t, relay, 3), guestOf(t, relay, 4)
	cleo.SetStreamHandler("/fives/echo/1", echo)
	if err := reach(t, ben, cleo, relay); err != nil {
		t.Fatal(err)
	}
	c := ben.Network().ConnsToPeer(cleo.ID())[0]
	if _, limited := c.Stat().Extra[client.StatLimitDuration]; limited || c.Stat().Limited {
		t.Errorf("the relay says that there are limits: %+v", c.Stat())
	}
	s, err := ben.NewStream(t.Context(), cleo.ID(), "/fives/echo/1")
	if err != nil {
		t.Fatal(err)
	}
	echoed(t, s, make([]byte, 3<<20))
}

// TestStrangersAreRefused: nobody has a place who has not come by the invitation; nobody is
// led to a guest whom the node does not know; and nobody to somebody else than a guest.
func TestStrangersAreRefused(t *testing.T) {
	relay := startRelay(t, 1)
	ben := guestOf(t, relay, 3)
	stranger, other := start(t, 5, 0), start(t, 6, 0)
	for _, h := range []*Host{stranger, other} {
		if err := connect(t, h, via(t, relay, "/ip4/127.0.0.1/", "/tcp/")); err != nil {
			t.Fatal(err)
		}
		if err := h.Reserve(t.Context(), relay.ID()); err == nil {
			t.Error("a stranger has a place")
		}
	}
	if err := reach(t, stranger, ben, relay); err == nil {
		t.Error("a stranger reaches a guest")
	}
	if err := reach(t, ben, other, relay); err == nil {
		t.Error("a guest is led to somebody who is none")
	}
	if g := relay.Guests(); len(g) != 1 || g[0] != ben.ID() {
		t.Errorf("the guests are %v", g)
	}
}

// TestNoRelayAtRest: a host that invites nobody has no relay, and starts nothing for one.
func TestNoRelayAtRest(t *testing.T) {
	before := runtime.NumGoroutine()
	h := start(t, 1, 0)
	resting := runtime.NumGoroutine()
	relays := func(want bool) bool {
		for _, p := range h.Mux().Protocols() {
			if p == proto.ProtoIDv2Hop {
				return want
			}
		}
		return !want
	}
	if h.relay != nil || !relays(false) {
		t.Errorf("there is a relay; %d goroutines, %d before the host", resting, before)
	}
	if _, err := h.Invite(0); err != nil {
		t.Fatal(err)
	}
	ben := guestOf(t, h, 3)
	if !relays(true) {
		t.Error("there is none for guests")
	}
	h.Uninvite()
	h.Lapse()
	if !relays(true) {
		t.Error("it has ended before the last guest was gone")
	}
	ben.Close()
	waittest.Until(t, "it ends with the last guest", func() bool {
		h.Lapse()
		return relays(false) && h.relay == nil
	})
}

// TestPlacesAreFew: PROTOCOL §2.5
func TestPlacesAreFew(t *testing.T) {
	relay := startRelay(t, 1)
	refused := 0
	for n := range byte(relayGuestsAddr + 2) {
		g := startDialer(t, 10+n)
		come(t, g, relay)
		if g.Reserve(t.Context(), relay.ID()) != nil {
			refused++
		}
	}
	if refused != 2 {
		t.Errorf("%d are refused of %d", refused, relayGuestsAddr+2)
	}
}

// TestGuestFloods: a guest that asks for thousands of circuits to another has one of them,
// is held back, and neither the relay nor the others suffer.
func TestGuestFloods(t *testing.T) {
	relay := startRelay(t, 1)
	mallory, ben, cleo := guestOf(t, relay, 2), guestOf(t, relay, 3), guestOf(t, relay, 4)
	before := runtime.NumGoroutine()
	had := 0
	var held []network.Stream
	for range 2000 {
		s, err := mallory.NewStream(network.WithNoDial(t.Context(), "flood"), relay.ID(), proto.ProtoIDv2Hop)
		if err != nil {
			break // it is kept out
		}
		if getsCircuit(s, ben.ID()) {
			had++
			held = append(held, s)
		}
	}
	if n := carries(relay); had == 0 || n > 1 {
		t.Errorf("%d circuits, %d at the same time", had, n)
	}
	if n := runtime.NumGoroutine() - before; n > 40*circuitsPeer {
		t.Errorf("%d goroutines more", n)
	}
	for _, s := range held {
		_ = s.Reset()
	}
	ben.SetStreamHandler("/fives/echo/1", echo)
	waittest.Until(t, "the others meet", func() bool { return reach(t, cleo, ben, relay) == nil })
	s, err := cleo.NewStream(t.Context(), ben.ID(), "/fives/echo/1")
	if err != nil {
		t.Fatal(err)
	}
	echoed(t, s, []byte("ping"))
	waittest.Until(t, "the circuits are over", func() bool { return carries(relay) <= 1 })
}

// carries counts the circuits of a relay.
func carries(relay *Host) int {
	r := relay.relay
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.circuits.all)
}

// getsCircuit asks for a circuit, and reports whether it is there.
func getsCircuit(s network.Stream, to peer.ID) bool {
	_ = s.SetDeadline(time.Now().Add(10 * time.Second))
	m := pb.HopMessage{Type: pb.HopMessage_CONNECT.Enum(), Peer: util.PeerInfoToPeerV2(peer.AddrInfo{ID: to})}
	if err := util.NewDelimitedWriter(s).WriteMsg(&m); err != nil {
		return false
	}
	r := util.NewDelimitedReader(s, 4096)
	defer r.Close()
	m.Reset()
	return r.ReadMsg(&m) == nil && m.GetStatus() == pb.Status_OK
}

// TestCircuitsStayNear: no way leads through a node at a public address, or through one that
// is not connected; a relay takes nothing from a public address, and leads nowhere but to its
// guests, whatever address it is told for them.
func TestCircuitsStayNear(t *testing.T) {
	relay := startRelay(t, 1)
	ben, cleo := guestOf(t, relay, 3), guestOf(t, relay, 4)
	far := ma.StringCast("/ip4/8.8.8.8/tcp/4001/ws/p2p/" + relay.ID().String() + "/p2p-circuit")
	stranger := startDialer(t, 9).ID()
	unknown, err := through(stranger)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []ma.Multiaddr{far, unknown, behindRelays, ma.StringCast("/ip4/127.0.0.1/tcp/1/ws/p2p/" + relay.ID().String() + "/p2p-circuit")} {
		if ben.Dials(a) || ben.gater.InterceptAddrDial(cleo.ID(), a) {
			t.Errorf("%s is dialled", a)
		}
	}
	ben.Peerstore().AddAddr(cleo.ID(), far, peerstore.PermanentAddrTTL)
	if err := connect(t, ben, peer.AddrInfo{ID: cleo.ID()}); err == nil {
		t.Error("the way leads through a public address")
	}
	public := ma.StringCast("/ip4/8.8.8.8/tcp/1/ws")
	if r := relay.relay; r.mayStay(ben.ID(), public, time.Now().Add(PlaceFor)) || r.mayReach(ben.ID(), public, cleo.ID()) {
		t.Error("the relay serves a public address")
	}
	s, err := ben.NewStream(t.Context(), relay.ID(), proto.ProtoIDv2Hop)
	if err != nil {
		t.Fatal(err)
	}
	away := peer.AddrInfo{ID: stranger, Addrs: []ma.Multiaddr{ma.StringCast("/ip4/8.8.8.8/tcp/1")}}
	m := pb.HopMessage{Type: pb.HopMessage_CONNECT.Enum(), Peer: util.PeerInfoToPeerV2(away)}
	if err := util.NewDelimitedWriter(s).WriteMsg(&m); err != nil {
		t.Fatal(err)
	}
	r := util.NewDelimitedReader(s, 4096)
	defer r.Close()
	m.Reset()
	if err := r.ReadMsg(&m); err != nil || m.GetStatus() == pb.Status_OK {
		t.Errorf("%v, %v", m.GetStatus(), err)
	}
	if n := len(relay.Network().ConnsToPeer(stranger)); n != 0 {
		t.Error("it has dialled for a guest")
	}
}

// TestBlockedThroughRelay: who is blocked does not come in by another way.
func TestBlockedThroughRelay(t *testing.T) {
	relay := startRelay(t, 1)
	ben, cleo := guestOf(t, relay, 3), guestOf(t, relay, 4)
	cleo.Block(ben.ID())
	if err := reach(t, ben, cleo, relay); err == nil {
		waittest.Until(t, "the connection ends", func() bool { return len(cleo.Network().ConnsToPeer(ben.ID())) == 0 })
	}
	if err := reach(t, cleo, ben, relay); err == nil {
		t.Error("a blocked peer is dialled")
	}
}

// TestOnlyOneAddress: with a host that dials one address and no other, everything goes
// through the node there; without that it dials others itself, where it can.
func TestOnlyOneAddress(t *testing.T) {
	laptop := startRelay(t, 2)
	relay := startRelay(t, 1, laptop)
	if err := connect(t, laptop, via(t, relay, "/ip4/127.0.0.1/", "/tcp/")); err != nil {
		t.Fatal(err)
	}
	at := netip.MustParseAddrPort("127.0.0.1:" + strconv.Itoa(relay.Invites()))
	page, err := New(Config{Key: testKey(3), DialOnly: true, Version: "page", Only: at})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	come(t, page, relay)
	if err := page.Reserve(t.Context(), relay.ID()); err != nil {
		t.Fatal(err)
	}
	own := ma.StringCast("/ip4/127.0.0.1/tcp/" + strconv.Itoa(laptop.Invites()) + "/ws")
	if err := connect(t, page, peer.AddrInfo{ID: laptop.ID(), Addrs: []ma.Multiaddr{own}}); err == nil {
		t.Error("another address is dialled")
	}
	if err := reach(t, laptop, page, relay); err != nil {
		t.Fatal(err)
	}
	if laptop.Direct(page.ID()) || page.Direct(laptop.ID()) {
		t.Error("they are connected without the relay")
	}
	free := guestOf(t, relay, 4)
	if err := reach(t, laptop, free, relay); err != nil {
		t.Fatal(err)
	}
	free.Peerstore().AddAddr(laptop.ID(), own, time.Hour)
	if err := free.ConnectDirectly(t.Context(), laptop.ID()); err != nil || !free.Direct(laptop.ID()) {
		t.Errorf("the direct way: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	free.SetStreamHandler("/fives/echo/1", echo)
	waittest.Until(t, "the laptop has it, too", func() bool { return laptop.Direct(free.ID()) })
	s, err := laptop.NewStream(ctx, free.ID(), "/fives/echo/1")
	if err != nil {
		t.Fatal(err)
	}
	if IsCircuit(s.Conn().RemoteMultiaddr()) {
		t.Error("a stream takes the long way")
	}
	echoed(t, s, []byte("ping"))
}
