package node

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/host"
)

// A hose passes on connections. When it is blocked, everything sent over existing connections vanishes, and nobody notices; new ones
// are passed on.
type hose struct {
	to string

	mu      sync.Mutex
	blocked []*sync.Mutex // held over the connections that are dead
	alive   []*sync.Mutex
}

// newHose passes on what comes to the port that it returns.
func newHose(t *testing.T, to string) (*hose, string) {
	t.Helper()
	h := &hose{to: to}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.Close()
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, gate := range h.blocked {
			gate.Unlock()
		}
	})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			h.pass(c)
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return h, port
}

func (h *hose) pass(c net.Conn) {
	there, err := net.Dial("tcp4", h.to)
	if err != nil {
		c.Close()
		return
	}
	gate := &sync.Mutex{}
	h.mu.Lock()
	h.alive = append(h.alive, gate)
	h.mu.Unlock()
	copies := func(to, from net.Conn) {
		defer to.Close()
		b := make([]byte, 32<<10)
		for {
			n, err := from.Read(b)
			gate.Lock()
			if n > 0 {
				_, err = to.Write(b[:n])
			}
			gate.Unlock()
			if err != nil && err != io.EOF || n == 0 {
				return
			}
		}
	}
	go copies(there, c)
	go copies(c, there)
}

func (h *hose) block() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, gate := range h.alive {
		gate.Lock()
	}
	h.blocked, h.alive = append(h.blocked, h.alive...), nil
}

// TestWake: the page's connection dies unnoticed while it sleeps. Once it is awake, it is back at the table before
// the 10 s of silence that would end the connection by themselves.
func TestWake(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	at := invite(t, ana)
	parts := strings.Split(at, "/") // /ip4/127.0.0.1/tcp/PORT/ws/p2p/ID
	h, port := newHose(t, "127.0.0.1:"+parts[4])
	parts[4] = port
	ben, _ := startPage(t, t.TempDir(), "ben", strings.Join(parts, "/"))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool { _, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID}); return err == nil })
	step := func(n *Node) uint64 {
		v, err := n.Table(offer.ID)
		if err != nil {
			return 0
		}
		return v.Step
	}
	turn := func(n *Node) bool { m, err := n.Moves(offer.ID); return err == nil && m.YourTurn }
	play := func(n *Node) {
		m, err := n.Moves(offer.ID)
		if err == nil {
			err = n.Play(ctx, offer.ID, m.Moves[0])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "ana or ben is to play", func() bool { return turn(ana) || turn(ben) })
	if turn(ben) {
		play(ben)
		eventually(t, "ana is to play", func() bool { return turn(ana) })
	}
	h.block()
	play(ana)
	before := step(ben)
	silent := time.Now()
	time.Sleep(3200 * time.Millisecond) // asleep
	woke := time.Now()
	ben.Wake()
	eventually(t, "ben is at the table", func() bool { return step(ben) > before })
	t.Logf("it took %v", time.Since(woke))
	if d := time.Since(silent); d >= 10*time.Second { // p2p/streams idleTable
		t.Errorf("it is back %v after the last frame, as it would be without having been woken", d)
	}
}

// TestSaidWhileAConnectionIsDead: the connection between two nodes dies, and neither has noticed. What their people say
// meanwhile is read by both on the next connection, once.
func TestSaidWhileAConnectionIsDead(t *testing.T) {
	t.Parallel()
	ana := startNode(t, "ana")
	parts := strings.Split(invite(t, ana), "/") // /ip4/127.0.0.1/tcp/PORT/ws/p2p/ID
	h, port := newHose(t, "127.0.0.1:"+parts[4])
	parts[4] = port
	ben, _ := startPage(t, t.TempDir(), "ben", strings.Join(parts, "/"))
	id := together(t, ana, ben).String()
	say := func(n *Node, text string) {
		t.Helper()
		if err := n.Say(t.Context(), id, text); err != nil {
			t.Fatal(err)
		}
	}
	say(ana, "one")
	say(ben, "two")
	eventually(t, "they talk", func() bool { return hasEvent(ben, api.EventChat, "one") && hasEvent(ana, api.EventChat, "two") })
	h.block()
	say(ana, "three")
	say(ben, "four")
	if err := ben.host.Network().ClosePeer(ana.host.ID()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "they talk again", func() bool { return hasEvent(ben, api.EventChat, "three") && hasEvent(ana, api.EventChat, "four") })
	say(ana, "five")
	say(ben, "six")
	eventually(t, "they talk on", func() bool { return hasEvent(ben, api.EventChat, "five") && hasEvent(ana, api.EventChat, "six") })
	for _, n := range []*Node{ana, ben} {
		var lines []string
		evs, _ := n.events.After(0)
		for _, e := range evs {
			if e.Kind == api.EventChat && !e.Yours {
				lines = append(lines, e.Text)
			}
		}
		if want := map[*Node][]string{ana: {"two", "four", "six"}, ben: {"one", "three", "five"}}[n]; !slices.Equal(lines, want) {
			t.Errorf("%s reads %q, want %q", n.name, lines, want)
		}
	}
}

// TestAsleep: if a page says that it is hidden and then falls silent, the others see that its device is asleep. One that is hidden and
// then closed is only away.
func TestAsleep(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	at := invite(t, ana)
	wifi := newPipe(t, only(t, at).String())
	through := netip.MustParseAddrPort(wifi.at)
	ben, _ := startPageWith(t, t.TempDir(), host.Config{Only: through}, "ben", fmt.Sprintf("/ip4/127.0.0.1/tcp/%d/ws/p2p/%s", through.Port(), ana.host.ID()))
	cleo, stop := startPage(t, t.TempDir(), "cleo", at)
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool { _, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID}); return err == nil })
	eventually(t, "cleo joins", func() bool { _, err := cleo.Join(ctx, api.JoinRequest{Table: offer.ID}); return err == nil })
	seats := func() []api.Seat {
		v, err := ana.Table(offer.ID)
		if err != nil || v.Hand == 0 {
			return make([]api.Seat, 3)
		}
		return v.Seats
	}
	eventually(t, "all are at the table", func() bool { s := seats(); return s[1].Online && s[2].Online })

	for _, hidden := range []bool{true, false, true} {
		ben.Hide(hidden)
		eventually(t, "ana knows of ben's page", func() bool { return ana.directory.Hidden(ben.self) == hidden })
	}
	if s := seats(); s[1].Asleep {
		t.Error("a page that is hidden is asleep while it answers")
	}
	close(wifi.frozen)
	eventually(t, "ben is asleep", func() bool { return seats()[1].Asleep })
	stop()
	eventually(t, "cleo is away", func() bool { return seats()[2].Away != nil })
	if s := seats(); s[1].Online || s[1].Away == nil || !s[1].Asleep || s[2].Asleep {
		t.Errorf("%+v", s)
	}
	eventually(t, "the events say who is asleep and who is away", func() bool { // not before nodes have had time to find each other
		said := map[string]string{}
		all, _ := ana.events.After(0)
		for _, e := range all {
			if e.Kind == api.EventAway {
				said[e.Name] = e.What
			}
		}
		return said["ben"] == api.Asleep && said["cleo"] == api.Away
	})
}
