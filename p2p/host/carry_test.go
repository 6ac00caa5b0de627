//go:build !js

package host

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/proto"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/util"

	"fives/p2p/peers"
	"fives/p2p/waittest"
)

// circuitMemory is what a circuit may take of libp2p's account.
const circuitMemory = 2*streamWindow + 2*circuitBuffer

// TestCircuitsFit: all circuits are half of the account, and what strangers can hold besides is
// less than a third, so they never take what the streams of tables need; and no few peers can
// have all circuits.
func TestCircuitsFit(t *testing.T) {
	if circuitsAll*circuitMemory > memoryLimit/2 {
		t.Errorf("%d circuits of %d bytes are more than half of %d", circuitsAll, circuitMemory, memoryLimit)
	}
	const strangers = (rawStrangers + peers.MaxAllStreams + silentPeer*silentAll) * streamWindow
	if strangers > memoryLimit*5/16 {
		t.Errorf("what strangers can hold besides takes %d bytes of %d", strangers, memoryLimit)
	}
	if 4*circuitsPeer > circuitsAll {
		t.Errorf("four peers with %d circuits each have all %d", circuitsPeer, circuitsAll)
	}
	if 3*circuitPing > circuitIdle {
		t.Errorf("a connection that is quiet for %s says something every %s", circuitIdle, circuitPing)
	}
}

func id(kind string, i int) peer.ID { return peer.ID(fmt.Sprint(kind, " ", i)) }

// lead makes circuits between each two of some peers, until there are so many.
func lead(cs *circuits, kind string, peers, n int) (made int) {
	for i := range peers {
		for j := range peers {
			if i != j && made < n {
				if _, ok := cs.admit(&carried{pair: pair{id(kind, i), id(kind, j)}}); ok {
					made++
				}
			}
		}
	}
	return made
}

// TestCircuits: PROTOCOL §2.5. There are so many of a peer and of all; those of strangers give
// way, those between seats to nobody.
func TestCircuits(t *testing.T) {
	who := standings{"ben": asked, "cleo": asked, "dora": seated, "emil": seated}
	cs := newCircuits(who.of)
	for i := range circuitsPeer {
		if out, ok := cs.admit(&carried{pair: pair{"mallory", id("guest", i)}}); !ok || len(out) != 0 {
			t.Fatalf("circuit %d of a peer: %t, %d end", i, ok, len(out))
		}
	}
	if _, ok := cs.admit(&carried{pair: pair{"mallory", "other"}}); ok {
		t.Error("a peer has more circuits than one may")
	}
	if _, ok := cs.admit(&carried{pair: pair{"other", "mallory"}}); ok {
		t.Error("to a peer lead more circuits than one may have")
	}
	cs = newCircuits(who.of)
	if made := lead(cs, "stranger", 20, circuitsAll); made != circuitsAll {
		t.Fatalf("there are %d circuits", made)
	}
	for _, p := range []pair{{"ben", "cleo"}, {"dora", "emil"}} {
		out, ok := cs.admit(&carried{pair: p})
		if !ok || len(out) != 1 || cs.worth(out[0].pair) != stranger || len(cs.all) != circuitsAll {
			t.Errorf("%v: %t, %d end of %d", p, ok, len(out), len(cs.all))
		}
	}
	most := slices.MaxFunc(slices.Collect(maps.Keys(cs.of)), func(a, b peer.ID) int { return cs.of[a] - cs.of[b] })
	if _, ok := cs.admit(&carried{pair: pair{most, "new"}}); ok {
		t.Error("who has most gets more")
	}
	if out, ok := cs.admit(&carried{pair: pair{"nobody", "else"}}); !ok || len(out) != 1 {
		t.Error("two strangers keep all others out")
	}
}

// TestCircuitsOfSeats: where all circuits are between seats, a stranger gets none, and no seat
// loses one to another.
func TestCircuitsOfSeats(t *testing.T) {
	who := standings{"ben": asked, "cleo": asked}
	for i := range 20 {
		who[id("seat", i)] = seated
	}
	cs := newCircuits(who.of)
	lead(cs, "seat", 20, circuitsAll)
	for _, p := range []pair{{"x", "y"}, {"ben", "cleo"}, {"seat 0", "ben"}, {"seat 19", "seat 18"}} {
		if _, ok := cs.admit(&carried{pair: p}); ok || len(cs.all) != circuitsAll {
			t.Errorf("%v gets a circuit", p)
		}
	}
}

// TestCircuitOfAPlayerIsFree: who has too many circuits to strangers loses one of these for a
// better one.
func TestCircuitOfAPlayerIsFree(t *testing.T) {
	cs := newCircuits(standings{"dora": seated, "emil": seated}.of)
	for i := range circuitsPeer {
		cs.admit(&carried{pair: pair{id("stranger", i), "dora"}})
	}
	out, ok := cs.admit(&carried{pair: pair{"emil", "dora"}})
	if !ok || len(out) != 1 || cs.of["dora"] != circuitsPeer {
		t.Errorf("strangers keep a seat from a seat: %t, %d end", ok, len(out))
	}
}

// raw asks a relay for a circuit, and returns the stream.
func raw(t *testing.T, from *Host, to peer.ID, relay *Host) (network.Stream, bool) {
	t.Helper()
	s, err := from.NewStream(network.WithNoDial(t.Context(), "raw"), relay.ID(), proto.ProtoIDv2Hop)
	if err != nil {
		t.Fatal(err)
	}
	return s, getsCircuit(s, to)
}

// TestCircuitsAreFew: there are no more circuits than PROTOCOL §2.5 says, and they take no more
// of the account than they may. Without a limit this fails.
func TestCircuitsAreFew(t *testing.T) {
	laptop := start(t, 2, 0)
	relay := startRelay(t, 1, laptop)
	relay.relay.idle = time.Hour // they do not end by themselves, and who has one does not end it
	var guests []*Host
	for n := range byte(relayGuestsAddr) {
		guests = append(guests, keepsStill(guestOf(t, relay, 10+n)))
	}
	before := accountOf(t, relay)
	for _, from := range guests {
		for _, to := range guests {
			if from != to {
				if _, ok := raw(t, from, to.ID(), relay); !ok {
					t.Fatal("a circuit is refused")
				}
			}
		}
	}
	if n := carries(relay); n != circuitsAll {
		t.Fatalf("there are %d circuits", n)
	}
	if took := accountOf(t, relay) - before; took > circuitsAll*circuitMemory {
		t.Errorf("%d circuits take %d bytes each", circuitsAll, took/circuitsAll)
	}
	if err := connect(t, laptop, via(t, relay, "/ip4/127.0.0.1/", "/tcp/")); err != nil {
		t.Fatal(err)
	}
	if raw(t, laptop, guests[0].ID(), relay); carries(relay) > circuitsAll {
		t.Errorf("there are %d circuits", carries(relay))
	}
}

// TestWindowsStay: a stream takes no more of the account for having carried much, so the number
// of streams says how much they take.
func TestWindowsStay(t *testing.T) {
	relay := startRelay(t, 1)
	relay.SetStreamHandler("/fives/echo/1", echo)
	page := startDialer(t, 3)
	come(t, page, relay)
	s, err := page.NewStream(t.Context(), relay.ID(), "/fives/echo/1")
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 64<<10)
	turn := func() {
		t.Helper()
		go func() { _, _ = s.Write(block) }()
		if _, err := io.ReadFull(s, make([]byte, len(block))); err != nil {
			t.Fatal(err)
		}
	}
	turn()
	var before int64
	waittest.Until(t, "the other streams have ended", func() bool {
		before = accountOf(t, relay)
		return relay.Network().ConnsToPeer(page.ID())[0].Stat().NumStreams == 1
	})
	for range 400 {
		turn()
	}
	if grown := accountOf(t, relay) - before; grown > 0 {
		t.Errorf("the stream has grown by %d bytes", grown)
	}
}

// accountOf is how many bytes libp2p counts.
func accountOf(t *testing.T, h *Host) (n int64) {
	t.Helper()
	if err := h.Network().ResourceManager().ViewSystem(func(s network.ResourceScope) error {
		n = s.Stat().Memory
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestStrangerGivesWay: strangers have all the places there are, and who has a seat gets one of
// them, and is reached.
func TestStrangerGivesWay(t *testing.T) {
	relay := startRelay(t, 1)
	for n := range byte(relayGuestsAddr) {
		guestOf(t, relay, 10+n)
	}
	ben, cleo := startDialer(t, 3), startDialer(t, 4)
	for _, g := range []*Host{ben, cleo} {
		come(t, g, relay)
		if g.Reserve(t.Context(), relay.ID()) == nil {
			t.Fatal("a stranger more has a place")
		}
		relay.ConnManager().Protect(g.ID(), "table")
		if err := g.Reserve(t.Context(), relay.ID()); err != nil {
			t.Errorf("who has a seat has no place: %v", err)
		}
	}
	if n := len(relay.Guests()); n != relayGuestsAddr {
		t.Errorf("there are %d places", n)
	}
	if err := reach(t, ben, cleo, relay); err != nil {
		t.Error(err)
	}
}

// keepsStill has a guest take every circuit, and do nothing with it.
func keepsStill(h *Host) *Host { return takes(h, func(network.Stream) {}) }

// takes has a guest take every circuit, and do something with it.
func takes(h *Host, do func(network.Stream)) *Host {
	h.SetStreamHandler(proto.ProtoIDv2Stop, func(s network.Stream) {
		rd := util.NewDelimitedReader(s, maxHop)
		defer rd.Close()
		var m pb.StopMessage
		if rd.ReadMsg(&m) == nil {
			m = pb.StopMessage{Type: pb.StopMessage_STATUS.Enum(), Status: pb.Status_OK.Enum()}
			_ = util.NewDelimitedWriter(s).WriteMsg(&m)
			do(s)
		}
	})
	return h
}

// TestQuietCircuits: a circuit over which nothing comes ends, also where its other end has
// taken it and keeps still; a connection through a relay that nobody uses says something
// before.
func TestQuietCircuits(t *testing.T) {
	t.Parallel()
	relay := startRelay(t, 1)
	ben, cleo := guestOf(t, relay, 3), guestOf(t, relay, 4)
	mallory, mate := guestOf(t, relay, 5), keepsStill(guestOf(t, relay, 6))
	if err := reach(t, ben, cleo, relay); err != nil {
		t.Fatal(err)
	}
	held, ok := raw(t, mallory, mate.ID(), relay)
	if !ok {
		t.Fatal("there is no circuit")
	}
	_ = held.SetDeadline(time.Time{})
	waittest.Until(t, "the circuit ends", func() bool { return carries(relay) == 1 })
	if len(ben.Network().ConnsToPeer(cleo.ID())) == 0 {
		t.Fatal("a connection that says something has ended")
	}
	cleo.SetStreamHandler("/fives/echo/1", echo)
	s, err := ben.NewStream(network.WithNoDial(t.Context(), "test"), cleo.ID(), "/fives/echo/1")
	if err != nil {
		t.Fatal(err)
	}
	echoed(t, s, []byte("ping"))
}

// TestUnreadCircuit: so does one whose other end does not take what comes, whatever is sent.
func TestUnreadCircuit(t *testing.T) {
	relay := startRelay(t, 1)
	relay.relay.idle = time.Second
	mallory, ben := guestOf(t, relay, 2), keepsStill(guestOf(t, relay, 3))
	s, ok := raw(t, mallory, ben.ID(), relay)
	if !ok {
		t.Fatal("there is no circuit")
	}
	_ = s.SetDeadline(time.Now().Add(waittest.Limit(t)))
	if _, err := io.Copy(s, endless{}); err == nil {
		t.Error("all is taken")
	}
	waittest.Until(t, "the circuit is over", func() bool { return carries(relay) == 0 })
}

// endless is what never ends.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

// TestUnansweredCircuit: who takes the request for a circuit and says nothing holds none.
func TestUnansweredCircuit(t *testing.T) {
	t.Parallel()
	relay := startRelay(t, 1)
	mallory, ben := guestOf(t, relay, 2), guestOf(t, relay, 3)
	ben.SetStreamHandler(proto.ProtoIDv2Stop, func(network.Stream) {})
	if _, ok := raw(t, mallory, ben.ID(), relay); ok {
		t.Error("there is a circuit")
	}
	waittest.Until(t, "it is over", func() bool { return carries(relay) == 0 })
}

// TestNewCircuitOfTheSame: a peer that asks again has a new connection; the circuit of the old
// one ends.
func TestNewCircuitOfTheSame(t *testing.T) {
	relay := startRelay(t, 1)
	relay.relay.idle = time.Hour // it does not end by itself
	ben, cleo := guestOf(t, relay, 3), keepsStill(guestOf(t, relay, 4))
	first, ok := raw(t, ben, cleo.ID(), relay)
	if !ok {
		t.Fatal("there is no circuit")
	}
	if _, ok := raw(t, ben, cleo.ID(), relay); !ok || carries(relay) != 1 {
		t.Errorf("a second one: %t; there are %d", ok, carries(relay))
	}
	_ = first.SetDeadline(time.Now().Add(waittest.Limit(t)))
	if _, err := io.Copy(io.Discard, first); err == nil {
		t.Error("the first one was closed in good order")
	} else if late, ok := err.(interface{ Timeout() bool }); ok && late.Timeout() {
		t.Error("the first one goes on")
	}
}

// TestSilentRequests: of one peer few requests are waited for, and the others are heard
// meanwhile.
func TestSilentRequests(t *testing.T) {
	relay := startRelay(t, 1)
	relay.relay.wait = time.Hour // they do not end by themselves
	mallory, ben, cleo := guestOf(t, relay, 2), guestOf(t, relay, 3), keepsStill(guestOf(t, relay, 4))
	refused := make(chan error, 3*silentPeer)
	for range 3 * silentPeer {
		s, err := mallory.NewStream(network.WithNoDial(t.Context(), "silent"), relay.ID(), proto.ProtoIDv2Hop)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Write([]byte{0x80}); err != nil { // the beginning of a length
			refused <- err
			continue
		}
		go func() {
			_, err := s.Read(make([]byte, 1))
			refused <- err
		}()
	}
	for range 2 * silentPeer {
		select {
		case err := <-refused:
			if err == nil {
				t.Error("it is answered")
			}
		case <-time.After(waittest.Limit(t)):
			t.Fatal("all requests are waited for")
		}
	}
	if _, ok := raw(t, ben, cleo.ID(), relay); !ok {
		t.Error("another one is not heard")
	}
	relay.relay.mu.Lock()
	for i := range silentAll {
		relay.relay.silent[id("stranger", i)] = 1
	}
	relay.relay.mu.Unlock()
	if _, ok := raw(t, ben, cleo.ID(), relay); ok {
		t.Error("a stranger is heard behind many others")
	}
	relay.ConnManager().Protect(ben.ID(), "table")
	if _, ok := raw(t, ben, cleo.ID(), relay); !ok {
		t.Error("strangers keep a seat from being heard")
	}
}
