//go:build !js

package host

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
)

// standings are those of peers in a test; whoever is missing is a stranger.
type standings map[peer.ID]standing

func (s standings) of(id peer.ID) standing { return s[id] }

func addr(i int) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}) }

// here is the source of somebody who is near.
func here(ip netip.Addr) source { return source{prefix: netip.PrefixFrom(ip, ip.BitLen())} }

// fill gives places to so many peers of an address, and returns how many got one.
func fill(p *places, ip netip.Addr, n int, until time.Time) (got int) {
	for i := range n {
		if _, ok := p.take(peer.ID(fmt.Sprint(ip, " ", i)), here(ip), until); ok {
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
		out, ok := p.take(id, here(addr(10+i)), now)
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
		if _, ok := p.take(id, here(addr(0)), now); ok {
			t.Errorf("%s has taken the place of a seat at the same address", id)
		}
	}
	delete(who, peer.ID(fmt.Sprint(addr(0), " ", 3)))
	if out, ok := p.take("second", here(addr(0)), now); !ok || out != peer.ID(fmt.Sprint(addr(0), " ", 3)) {
		t.Errorf("a stranger at the same address does not give way: %q, %t", out, ok)
	}
	if _, ok := p.take("second", here(addr(0)), now.Add(time.Minute)); !ok || p.in["second"].until != now.Add(time.Minute) {
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
		if _, ok := p.take("newcomer", here(addr(9)), now); ok != c.newcomer {
			t.Errorf("standing %d: a newcomer gets a place: %t", c.as, ok)
		}
	}
}

// TestPlacesLapse: what is not asked for again is free.
func TestPlacesLapse(t *testing.T) {
	now := time.Unix(1_750_000_000, 0)
	p := newPlaces(standings{}.of)
	p.take("ben", here(addr(1)), now)
	p.take("cleo", here(addr(1)), now.Add(time.Second))
	if out := p.lapse(func(_ peer.ID, until time.Time) bool { return now.Add(time.Millisecond).After(until) }); len(out) != 1 || out[0] != "ben" || len(p.in) != 1 {
		t.Errorf("%v lose their places; %v", out, p.in)
	}
}

// TestFarPlacesAreFew: whoever has a link, under any number of keys, has few places, fewer from one line,
// and never those of guests who are here; and none of them keeps out who is here, or a friend on another line.
func TestFarPlacesAreFew(t *testing.T) {
	now := time.Unix(1_750_000_000, 0)
	line := func(i int) source {
		return sourceOf(ma.StringCast(fmt.Sprintf("/ip6/2001:db8:0:%x::%x/tcp/1", i%100, 1+i)), true)
	}
	who := standings{}
	p := newPlaces(func(id peer.ID) standing { return max(who[id], asked) })
	for a := range 2 {
		fill(p, addr(a), relayGuestsAddr, now)
	}
	count := func() (far int) { _, far = p.bySource(); return far }
	for i := range 50 {
		p.take(peer.ID(fmt.Sprint("one line ", i)), line(100*i), now)
	}
	if count() != relayFarAddr {
		t.Errorf("one IPv6 /64 has %d places", count())
	}
	for i := range relayFar - relayFarAddr {
		p.take(peer.ID(fmt.Sprint("other lines ", i)), line(1+i), now)
	}
	if out, ok := p.take("friend", line(99), now); !ok || !strings.HasPrefix(string(out), "one line") {
		t.Errorf("a friend on another line: %t, in the place of %q", ok, out)
	}
	for i := range 20 {
		p.take(peer.ID(fmt.Sprint("many lines ", i)), line(20+i), now)
	}
	if count() != relayFar || len(p.in) != 2*relayGuestsAddr+relayFar {
		t.Errorf("those with a link have %d places of %d", count(), len(p.in))
	}
	fill(p, addr(2), relayGuestsAddr, now)
	if out, ok := p.take("phone", here(addr(9)), now); !ok || out == "" {
		t.Errorf("a phone in the room: %t, in the place of %q", ok, out)
	}
	p = newPlaces(func(id peer.ID) standing { return who[id] })
	for a := range 4 {
		fill(p, addr(a), relayGuestsAddr, now)
	}
	who["player"] = seated
	if out, ok := p.take("player", line(1), now); ok {
		t.Errorf("who has come by a link takes the place of %q", out)
	}
	if s, other := sourceOf(ma.StringCast("/ip4/10.0.0.1/tcp/1"), false), sourceOf(ma.StringCast("/ip6/fd00::1/tcp/1"), false); s.prefix.Bits() != 32 || other.prefix.Bits() != 128 {
		t.Error("who is near does not count by address")
	}
}
