//go:build !js

package host

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
)

// standings are those of peers in a test; whoever is missing is a stranger.
type standings map[peer.ID]standing

func (s standings) of(id peer.ID) standing { return s[id] }

func addr(i int) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}) }

// fill gives places to so many peers of an address, and returns how many got one.
func fill(p *places, at netip.Addr, n int, until time.Time) (got int) {
	for i := range n {
		if _, ok := p.take(peer.ID(fmt.Sprint(at, " ", i)), at, until); ok {
			got++
		}
	}
	return got
}

// TestPlaces: PROTOCOL §2.5. Four addresses of one stranger have all places, and yet whoever
// was invited gets one; so does who has a seat, from whom nobody takes it.
func TestPlaces(t *testing.T) {
	who := standings{"guest": asked, "player": seated, "second": seated}
	now := time.Unix(1_750_000_000, 0)
	p := newPlaces(who.of)
	for a := range 4 {
		if got := fill(p, addr(a), 2*relayGuestsAddr, now.Add(time.Duration(a))); got != relayGuestsAddr {
			t.Fatalf("address %d has %d places", a, got)
		}
	}
	if len(p.in) != relayGuests {
		t.Fatalf("there are %d places", len(p.in))
	}
	has := func(id peer.ID) bool { _, ok := p.in[id]; return ok }
	for i, id := range []peer.ID{"another stranger", "guest", "player"} {
		out, ok := p.take(id, addr(10+i), now)
		if !ok || who[out] != stranger || has(out) || !has(id) || len(p.in) != relayGuests {
			t.Errorf("%s: %t, in the place of %q", id, ok, out)
		}
	}
	// Where an address has all its places, those of another gain it nothing.
	for i := range relayGuestsAddr {
		who[peer.ID(fmt.Sprint(addr(0), " ", i))] = seated
	}
	p = newPlaces(who.of)
	fill(p, addr(0), relayGuestsAddr, now)
	for _, id := range []peer.ID{"stranger", "guest", "second"} {
		if _, ok := p.take(id, addr(0), now); ok {
			t.Errorf("%s has taken the place of a seat at the same address", id)
		}
	}
	delete(who, peer.ID(fmt.Sprint(addr(0), " ", 3)))
	if out, ok := p.take("second", addr(0), now); !ok || out != peer.ID(fmt.Sprint(addr(0), " ", 3)) {
		t.Errorf("a stranger at the same address does not give way: %q, %t", out, ok)
	}
	if _, ok := p.take("second", addr(0), now.Add(time.Minute)); !ok || p.in["second"].until != now.Add(time.Minute) {
		t.Error("who asks again does not keep its place for longer")
	}
}

// TestPlacesOfEqualStanding: among those who were invited, one address does not keep the
// others out either; among those with seats, nobody gives way.
func TestPlacesOfEqualStanding(t *testing.T) {
	now := time.Unix(1_750_000_000, 0)
	for _, c := range []struct {
		as       standing
		newcomer bool
	}{{stranger, true}, {asked, true}, {seated, false}} {
		p := newPlaces(func(peer.ID) standing { return c.as })
		for a := range 4 {
			fill(p, addr(a), relayGuestsAddr, now)
		}
		if _, ok := p.take("newcomer", addr(9), now); ok != c.newcomer {
			t.Errorf("standing %d: a newcomer gets a place: %t", c.as, ok)
		}
	}
}

// TestPlacesLapse: what is not asked for again is free.
func TestPlacesLapse(t *testing.T) {
	now := time.Unix(1_750_000_000, 0)
	p := newPlaces(standings{}.of)
	p.take("ben", addr(1), now)
	p.take("cleo", addr(1), now.Add(time.Second))
	if out := p.lapse(func(_ peer.ID, until time.Time) bool { return now.Add(time.Millisecond).After(until) }); len(out) != 1 || out[0] != "ben" || len(p.in) != 1 {
		t.Errorf("%v lose their places; %v", out, p.in)
	}
}
