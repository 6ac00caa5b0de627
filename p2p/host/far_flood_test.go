//go:build !js

package host

import (
	"fmt"
	"io"
	"net"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"

	"fives/p2p/far"
	"fives/p2p/waittest"
)

// TestFloodAtTheDoor: a thousand addresses come to the door and are silent, slow, or knock
// wrongly. Somebody in the room connects, a friend with the link gets in, and nothing is left
// of them.
func TestFloodAtTheDoor(t *testing.T) {
	h := start(t, 1, 0)
	l := openFar(t, h)
	if err := connect(t, start(t, 2, 0), via(t, h, "/tcp/")); err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	const hello = "\x13/multistream/1.0.0\n\x0d/fives/far/1\n"
	wrong := hello + strings.Repeat("k", len(far.Knock{})) + "\x00\x20" + strings.Repeat("e", 32)
	var all []net.Conn
	for i := range 1000 {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 9, byte(i/250), byte(1+i%250))}, Timeout: waittest.Limit(t)}
		c, err := d.DialContext(t.Context(), "tcp4", l.At[0].String())
		if err != nil {
			t.Skip(err) // this system has one address of the loopback
		}
		defer c.Close()
		all = append(all, c)
		_, _ = io.WriteString(c, []string{"", hello[:1], hello, hello + "knock", wrong}[i%5])
	}
	for i, c := range all { // the slow ones go on
		if i%5 == 1 || i%5 == 3 {
			_, _ = io.WriteString(c, hello[1:2])
		}
	}
	h.far.mu.Lock()
	waits := 0
	for k := range h.far.callers {
		if k.at.place() == outside {
			waits++
		}
	}
	h.far.mu.Unlock()
	if waits > farOutside {
		t.Errorf("%d wait before the door", waits)
	}
	if n := crowd(h.far); n == 0 || n > farAll {
		t.Errorf("%d of them are kept", n)
	}
	if err := connect(t, start(t, 4, 0), via(t, h, "/tcp/")); err != nil {
		t.Errorf("somebody in the room: %v", err)
	}
	friend, tries := start(t, 3, 0), 0
	for in := false; !in; tries++ {
		waittest.Until(t, "those who had to go are gone", func() bool { return crowd(h.far) < farAll/2 })
		if err := goBy(t, friend, l); err == nil {
			in = true
		} else if tries == 2 {
			t.Fatalf("a friend, after three tries: %v", err)
		}
	}
	visits(t, h, "wrong knocks are counted", func(v FarVisits) bool { return v.In == 1 && v.Unknown.Count > 100 })
	for _, c := range all {
		_ = c.Close()
	}
	waittest.Until(t, "they are gone", func() bool { return crowd(h.far) == 1 })
	waittest.Until(t, "nothing runs for them", func() bool { return runtime.NumGoroutine() < before+100 }) // two hosts have come
}

// callerAt makes somebody who has come to a door from an address, and has got so far.
func callerAt(t *testing.T, d *door, ip string, at stage) *caller {
	t.Helper()
	a, b := net.Pipe()
	t.Cleanup(func() { _, _ = a.Close(), b.Close() })
	k, err := d.meet(from{a, ip})
	if err != nil {
		t.Fatal(err)
	}
	go func() { // as libp2p does when a connection has ended
		_, _ = io.Copy(io.Discard, b)
		k.Done()
	}()
	d.mu.Lock()
	defer d.mu.Unlock()
	k.at, k.by = at, d.secret.Knock()
	return k
}

// crowd counts those at a door and behind it.
func crowd(d *door) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.callers)
}

// from is a connection with an address.
type from struct {
	net.Conn
	ip string
}

func (from) LocalMultiaddr() ma.Multiaddr { return ma.StringCast("/ip4/192.0.2.1/tcp/1") }

func (f from) RemoteMultiaddr() ma.Multiaddr {
	return farAddr(netip.AddrPortFrom(netip.MustParseAddr(f.ip), 1))
}

// TestFarSlotsByPrefix: an IPv6 home, or provider, with thousands of addresses takes no more
// places than one address: before the knock its own callers give way to each other, and
// behind the door it has a part.
func TestFarSlotsByPrefix(t *testing.T) {
	h := start(t, 1, 0)
	d := h.far
	friend := callerAt(t, d, "2001:db8:1::1", outside)
	var last *caller
	for i := range farOutside * 20 {
		last = callerAt(t, d, fmt.Sprintf("2001:db8:2::%x", i+1), outside)
		waittest.Until(t, "those who had to go are gone", func() bool { return crowd(d) < farAll })
	}
	if friend.stage() == leaving || last.stage() == leaving {
		t.Error("somebody from another network has given way, or the newcomer")
	}
	for _, c := range []struct {
		what string
		ip   func(i int) string
		most int
	}{
		{"an IPv4 address", func(int) string { return "198.51.100.7" }, farInsideIP4},
		{"a /64", func(i int) string { return fmt.Sprintf("2001:db8:3::%x", i+1) }, farInside64},
		{"a /48", func(i int) string { return fmt.Sprintf("2001:db8:4:%x::1", i+1) }, farInside48},
		{"everybody", func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i+10) }, farInside},
		{"a router that writes its own", func(int) string { return "192.168.1.1" }, farInside},
	} {
		h := start(t, 2, 0)
		openFar(t, h)
		d, n := h.far, 0
		for ; n <= farInside; n++ {
			k := callerAt(t, d, c.ip(n), knocked)
			if d.enter(k, "a friend") != answerIn {
				break
			}
		}
		if n != c.most {
			t.Errorf("%s gets %d places", c.what, n)
		}
		if c.most < farInside && d.enter(callerAt(t, d, "203.0.113.1", knocked), "another friend") != answerIn {
			t.Errorf("%s leaves none", c.what)
		}
	}
}

// TestKnockedGiveWayToEachOther: whoever has heard a knock on the way, and goes no further,
// takes no place of those who are in, nor for long of those who come after.
func TestKnockedGiveWayToEachOther(t *testing.T) {
	h := start(t, 1, 0)
	l := openFar(t, h)
	knock := l.Secret.Knock()
	for range 3 * farKnocked {
		k := callerAt(t, h.far, "198.51.100.9", waiting)
		if _, answer := h.far.hear(k, knock); answer != answerIn {
			t.Fatalf("the answer is %d", answer)
		}
	}
	if err := goBy(t, start(t, 2, 0), l); err != nil {
		t.Error(err)
	}
}

// TestFullDoor: who has the link, and finds no room, is told that, and so is who gives way.
func TestFullDoor(t *testing.T) {
	h := start(t, 1, 0)
	l := openFar(t, h)
	for i := range farInside {
		h.far.enter(callerAt(t, h.far, fmt.Sprintf("203.0.113.%d", i+1), knocked), "a friend")
	}
	if err := goBy(t, start(t, 2, 0), l); !is(err, ErrDoorFull) {
		t.Errorf("it is full, and somebody is told %v", err)
	}
	visits(t, h, "it is noted", func(v FarVisits) bool { return v.Full.Count == 1 && v.In == farInside })

	d := start(t, 3, 0).far
	for _, c := range []struct {
		at       stage
		heard    bool
		answered bool
		told     string
	}{
		{at: outside, told: "\x03"}, {at: waiting, told: "\x03"}, {at: waiting, heard: true}, {at: knocked, heard: true, told: "\x03"}, {at: knocked, heard: true, answered: true},
	} {
		a, b := net.Pipe()
		k, err := d.meet(from{a, "198.51.100.7"})
		if err != nil {
			t.Fatal(err)
		}
		d.mu.Lock()
		k.at, k.heard = c.at, c.heard
		d.mu.Unlock()
		if c.answered && !k.answers() {
			t.Error("who is there has no answer")
		}
		told := make(chan string)
		go func() {
			_ = b.SetReadDeadline(time.Now().Add(waittest.Limit(t)))
			got, _ := io.ReadAll(b)
			told <- string(got)
		}()
		for i := 0; i < 50*farOutside && k.stage() != leaving; i++ { // each time, one of 64 or 32 at random
			d.mu.Lock()
			o := &caller{Conn: from{a, "198.51.100.7"}, ConnManagementScope: &network.NullScope{}, door: d}
			gone := d.advance(o, c.at.place())
			d.callers[o] = struct{}{}
			if gone != nil && gone != k {
				delete(d.callers, gone)
			}
			d.mu.Unlock()
			if gone == k {
				k.leave()
			}
		}
		if got := <-told; got != c.told {
			t.Errorf("who gives way at %+v is told %q", c, got)
		}
		if k.answers() {
			t.Errorf("who has given way at %+v is answered", c)
		}
		k.Done()
		d.mu.Lock()
		clear(d.callers)
		d.mu.Unlock()
	}
}

func (k *caller) stage() stage {
	k.door.mu.Lock()
	defer k.door.mu.Unlock()
	return k.at
}

// TestDoorTakesNoPlaceOfTheRoom: neither those at the door nor those behind it count among
// the connections of the room, or the other way round.
func TestDoorTakesNoPlaceOfTheRoom(t *testing.T) {
	m := newMeter(resources(t), nil, nil)
	for i := range farAll {
		if _, err := m.OpenConnection(network.DirInbound, true, nil); err != nil {
			t.Fatalf("connection %d at the door: %v", i, err)
		}
	}
	var scopes []network.ConnManagementScope
	for i := range connsInbound {
		s, err := open(m, fmt.Sprintf("/ip4/192.168.1.%d", 1+i%250), peer.ID(fmt.Sprint("neighbour ", i)))
		if err != nil {
			t.Fatalf("connection %d in the room: %v", i, err)
		}
		scopes = append(scopes, s)
	}
	if _, err := open(m, "/ip4/127.0.0.1", "one more"); err == nil {
		t.Error("the room has more places than it should")
	}
	for range 2 {
		scopes[0].Done()
	}
	for i, ok := range []bool{true, false} {
		if _, err := open(m, "/ip4/192.168.1.251", peer.ID(fmt.Sprint("one more ", i))); (err == nil) != ok {
			t.Errorf("after one has gone, newcomer %d: %v", i, err)
		}
	}
}
