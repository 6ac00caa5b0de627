//go:build !js

package host

import (
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"fives/p2p/waittest"
)

// TestFarGuestsAreCarried: whoever has come by a link has a place, however many are behind one address, and reaches others who have, wherever they are; whoever
// is near and has come without it has none, also at a node that relays for these alone. When the last one has gone and nobody is let
// in any more, nothing is carried.
func TestFarGuestsAreCarried(t *testing.T) {
	h, dan, cyd, eve := start(t, 1, 0), start(t, 2, 0), start(t, 3, 0), start(t, 4, 0)
	if err := connect(t, eve, via(t, h, "/ip4", "/tcp")); err != nil {
		t.Fatal(err)
	}
	var near atomic.Bool
	h.gater.home = func(netip.Addr) bool { return near.Load() } // from here on, all are elsewhere
	h.gater.attached.mu.Lock()
	h.gater.attached.nets, h.gater.attached.read = nil, time.Now().Add(time.Hour)
	h.gater.attached.mu.Unlock()
	l := openFar(t, h)
	friends := []*Host{dan, cyd}
	for len(friends) < farInsideIP4 { // all that the door lets in from one address
		friends = append(friends, start(t, byte(10+len(friends)), 0))
	}
	for _, friend := range friends {
		if err := goBy(t, friend, l); err != nil {
			t.Fatal(err)
		}
		waittest.Until(t, "there is a relay", func() bool { return friend.Relays(h.ID()) })
		if err := friend.Reserve(t.Context(), h.ID()); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.Guests(); len(got) != len(friends) {
		t.Errorf("guests are %v", got)
	}
	waittest.Until(t, "eve sees the relay", func() bool { return eve.Relays(h.ID()) })
	near.Store(true)
	if eve.Reserve(t.Context(), h.ID()) == nil {
		t.Error("who came without a link has a place")
	}
	cyd.Behind(dan.ID(), h.ID())
	waittest.Until(t, "one reaches the other", func() bool {
		_, err := cyd.swarm.DialPeer(t.Context(), dan.ID())
		return err == nil && len(cyd.RelaysTo(dan.ID())) == 1
	})
	_ = h.SetFar(FarDoor{})
	h.Lapse()
	if h.Guests() == nil {
		t.Error("who is there is not carried any more")
	}
	h.HangUpFar()
	waittest.Until(t, "nobody is carried any more", func() bool { h.Lapse(); return h.relay == nil })
}
