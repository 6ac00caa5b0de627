package node

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/host"
	"fives/p2p/streams"
	"fives/p2p/wire"
)

// inRoom lists the people that a node sees, itself included, and whose guests they are.
func inRoom(n *Node) (all []string) {
	line := func(name string, of api.Inviter) string { return strings.TrimSuffix(name+" of "+of.Name, " of ") }
	all = append(all, line(n.name, n.Status().GuestOf))
	for _, p := range n.Peers() {
		if p.Connected {
			all = append(all, line(p.Name, p.GuestOf))
		}
	}
	slices.Sort(all)
	return all
}

// see waits until all nodes see the same people.
func see(t *testing.T, want []string, nodes ...*Node) {
	t.Helper()
	t.Cleanup(func() {
		for _, n := range nodes {
			if t.Failed() {
				t.Logf("%s sees %q", n.name, inRoom(n))
			}
		}
	})
	for _, n := range nodes {
		eventually(t, n.name+" sees everybody", func() bool { return slices.Equal(inRoom(n), want) })
	}
}

// only returns the address of a node for pages, as the only one that a page dials.
func only(t *testing.T, at string) netip.AddrPort {
	t.Helper()
	a := ma.StringCast(at)
	ip, err := a.ValueForProtocol(ma.P_IP4)
	if err != nil {
		t.Fatal(err)
	}
	port, err := a.ValueForProtocol(ma.P_TCP)
	if err != nil {
		t.Fatal(err)
	}
	return netip.MustParseAddrPort(ip + ":" + port)
}

// TestRoom: there are three laptops, two of which invite, and four pages: three guests of one, one of the other. Everybody sees
// everybody, each page reaches all, and everywhere the same is said about who came by whose invitation. One page dials only the
// laptop that served it; the others dial all that they can.
func TestRoom(t *testing.T) {
	t.Parallel()
	ana, dan := startNode(t, "ana"), startNode(t, "dan")
	at, other := invite(t, ana), invite(t, dan)
	eve := startNode(t, "eve", addr(ana), addr(dan))
	ben, _ := startPage(t, t.TempDir(), "ben", at, other)
	cleo, _ := startPage(t, t.TempDir(), "cleo", at, other)
	fay, _ := startPage(t, t.TempDir(), "fay", other, at)
	gil, _ := startPageWith(t, t.TempDir(), host.Config{Only: only(t, at)}, "gil", at)
	all := []*Node{ana, dan, eve, ben, cleo, fay, gil}
	see(t, []string{"ana", "ben of ana", "cleo of ana", "dan", "eve", "fay of dan", "gil of ana"}, all...)
	for _, p := range []*Node{ben, cleo, fay} {
		if !p.host.Direct(ana.host.ID()) || !p.host.Direct(dan.host.ID()) || p.host.Direct(eve.host.ID()) {
			t.Errorf("%s goes the wrong way", p.name)
		}
	}
	if gil.host.Direct(dan.host.ID()) {
		t.Error("gil has dialled another laptop")
	}
}

// TestPagesTables: pages have tables like everybody else, with no laptop except one that watches. They can do all that a daemon can:
// private codes, spectators, chat, a table that goes on without somebody who has left.
func TestPagesTables(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, dan := startNode(t, "ana"), startNode(t, "dan")
	at := invite(t, ana)
	var pages []*Node
	for _, name := range []string{"ben", "cleo", "fay"} {
		p, _ := startPageWith(t, t.TempDir(), host.Config{Only: only(t, at)}, name, at)
		pages = append(pages, p)
	}
	ben, cleo, fay := pages[0], pages[1], pages[2]
	see(t, []string{"ana", "ben of ana", "cleo of ana", "dan", "fay of ana"}, ana, dan, ben, cleo, fay)

	// A private table of ben's: the code is typed, and proved through the relay.
	offer, err := ben.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "30"}, Private: true, Play: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "cleo sees the table", func() bool {
		return slices.ContainsFunc(cleo.Tables(ctx).Open, func(o api.Offer) bool { return o.ID == offer.ID })
	})
	if _, err := fay.Join(ctx, api.JoinRequest{Table: offer.ID, Code: "wrong-code-at-all"}); err == nil {
		t.Error("a wrong code is taken")
	}
	if _, err := cleo.Join(ctx, api.JoinRequest{Table: offer.ID, Code: offer.Code, Play: "easy"}); err != nil {
		t.Fatal(err)
	}
	verified(t, offer.ID, ben, cleo)

	// A table of all three, which only a laptop watches.
	offer, err = fay.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Spectators: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []*Node{ben, cleo} {
		eventually(t, n.name+" joins", func() bool {
			_, err := n.Join(ctx, api.JoinRequest{Table: offer.ID})
			return err == nil
		})
	}
	eventually(t, "dan watches", func() bool { _, err := dan.Watch(ctx, offer.ID); return err == nil })
	for _, n := range []*Node{ben, cleo, fay} {
		eventually(t, n.name+" sees all at the table", func() bool {
			v, err := n.Table(offer.ID)
			return err == nil && v.Phase == api.PhasePlaying && !slices.ContainsFunc(v.Seats, func(s api.Seat) bool { return !s.Online })
		})
	}
	if err := ben.Say(ctx, offer.ID, "hello"); err != nil {
		t.Fatal(err)
	}
	for _, n := range []*Node{cleo, fay} {
		eventually(t, n.name+" hears ben", func() bool { return hasEvent(n, api.EventChat, "hello") })
	}
	if _, err := ben.Leave(ctx, offer.ID); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the others go on", func() bool {
		on := 0
		for _, n := range []*Node{cleo, fay} {
			_, _ = n.Continue(ctx, offer.ID) // what the other one has proposed; nothing if that has begun
			if slices.ContainsFunc(n.Tables(ctx).Mine, func(s api.Summary) bool { return s.Parent == offer.ID && s.Phase == api.PhasePlaying }) {
				on++
			}
		}
		return on == 2
	})
}

// TestRelayGoes: the laptop through which two guests play goes away. They play on through another one that invites and that they have
// dialled; when the first comes back, everybody is there again.
func TestRelayGoes(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	home := t.TempDir()
	ana, stop := startStoppable(t, home, "ana")
	dan := startNode(t, "dan", addr(ana))
	at, other := invite(t, ana), invite(t, dan)
	ben, _ := startPage(t, t.TempDir(), "ben", at, other)
	cleo, _ := startPage(t, t.TempDir(), "cleo", at, other)
	see(t, []string{"ana", "ben of ana", "cleo of ana", "dan"}, ana, dan, ben, cleo)
	offer, err := ben.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "300"}, Play: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	joins(t, cleo, offer.ID)
	eventually(t, "they play", func() bool { v, err := cleo.Table(offer.ID); return err == nil && v.Step > 10 })
	port := ana.Invitation().Port
	stop()
	goesOn(t, offer.ID, cleo)
	if w := warnedOf(t, ben, api.WarnOtherWay); w.Name != "ana" || w.Known != "dan" {
		t.Errorf("%+v", w)
	}
	if v, err := ben.Table(offer.ID); err != nil || v.Phase != api.PhaseOver && !slices.Contains(v.Warnings, api.Warning{Code: api.WarnOtherWay, Name: "ana", Known: "dan"}) {
		t.Errorf("at the table: %+v, %v", v.Warnings, err)
	}
	see(t, []string{"ben of ana", "cleo of ana", "dan"}, dan, ben, cleo)
	ana, _ = startStoppable(t, home, "ana")
	if _, err := ana.Invite(api.InviteRequest{Port: port}); err != nil {
		t.Fatal(err)
	}
	see(t, []string{"ana", "ben of ana", "cleo of ana", "dan"}, ana, dan, ben, cleo)
	warnedOf(t, ben, "")
	goesOn(t, offer.ID, ben, cleo)
}

// A pipe passes on what comes to its address until it freezes: then it keeps its connections but carries nothing, like a Wi-Fi that is
// gone.
type pipe struct {
	at     string
	frozen chan struct{}
}

func newPipe(t *testing.T, to string) *pipe {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &pipe{at: l.Addr().String(), frozen: make(chan struct{})}
	copies := func(to, from net.Conn) {
		b := make([]byte, 4096)
		for {
			n, err := from.Read(b)
			select {
			case <-p.frozen:
				return
			default:
			}
			if _, werr := to.Write(b[:n]); err != nil || werr != nil {
				to.Close()
				return
			}
		}
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { in.Close() })
			if out, err := net.Dial("tcp4", to); err == nil {
				t.Cleanup(func() { out.Close() })
				go copies(out, in)
				go copies(in, out)
			}
		}
	}()
	return p
}

// TestRelayIsSilent: the relay of two guests is gone without closing its connections, because the Wi-Fi no longer leads there. They
// play on through another one all the same.
func TestRelayIsSilent(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	dan := startNode(t, "dan", addr(ana))
	at, other := invite(t, ana), invite(t, dan)
	wifi := newPipe(t, only(t, at).String())
	port := netip.MustParseAddrPort(wifi.at).Port()
	at = fmt.Sprintf("/ip4/127.0.0.1/tcp/%d/ws/p2p/%s", port, ana.host.ID())
	ben, _ := startPage(t, t.TempDir(), "ben", at, other)
	cleo, _ := startPage(t, t.TempDir(), "cleo", at, other)
	see(t, []string{"ana", "ben of ana", "cleo of ana", "dan"}, ana, dan, ben, cleo)
	offer, err := ben.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "1000"}, Play: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	joins(t, cleo, offer.ID)
	step := func() uint64 {
		v, err := cleo.Table(offer.ID)
		if err != nil {
			return 0 // it has not begun
		}
		return v.Step
	}
	eventually(t, "they play", func() bool { return step() > 10 })
	close(wifi.frozen)
	silent, begun := step(), time.Now()
	eventually(t, "they play on", func() bool { return step() > silent+20 })
	t.Logf("after %v", time.Since(begun).Round(time.Second))
}

// TestNoWay: if nobody else lets guests in, a page says whom it waits for, and no more once it is back.
func TestNoWay(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ana, stop := startStoppable(t, home, "ana")
	at, port := invite(t, ana), ana.Invitation().Port
	ben, _ := startPage(t, t.TempDir(), "ben", at)
	cleo, _ := startPage(t, t.TempDir(), "cleo", at)
	see(t, []string{"ana", "ben of ana", "cleo of ana"}, ana, ben, cleo)
	stop()
	see(t, []string{"ben of ana"}, ben)
	if w := warnedOf(t, ben, api.WarnNoWay); w.Name != "ana" || w.Known != "" {
		t.Errorf("%+v", w)
	}
	ana, _ = startStoppable(t, home, "ana")
	if _, err := ana.Invite(api.InviteRequest{Port: port}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana is back", func() bool { return ben.network.Connected(ben.network.Host()) })
	if w := ben.Status().Warnings; len(w) > 0 {
		t.Errorf("ana is back, and ben reads %+v", w)
	}
}

// TestRoomClaims: what a node says about guests proves nothing, here or elsewhere: people read of nobody whom it has made up, and
// whoever has spoken before keeps the place in the list.
func TestRoomClaims(t *testing.T) {
	t.Parallel()
	for where, comes := range map[string]func(t *testing.T, to *Node) *Node{
		"here":      func(t *testing.T, to *Node) *Node { return startNode(t, "mallory", addr(to)) },
		"elsewhere": func(t *testing.T, to *Node) *Node { return comesBy(t, letIn(t, to, freePort(t)), "mallory", to) },
	} {
		t.Run(where, func(t *testing.T) {
			ana := startNode(t, "ana")
			testRoomClaims(t, ana, comes(t, ana))
		})
	}
}

func testRoomClaims(t *testing.T, ana, mallory *Node) {
	eventually(t, "they meet", func() bool { return len(ana.Peers()) > 0 && ana.Peers()[0].Connected })
	for range 40 {
		s, err := mallory.host.NewStream(t.Context(), ana.host.ID(), streams.ProtocolRoom)
		if err != nil {
			break // it is refused for now
		}
		r := entry.Room{Hidden: true}
		for i := range 100 { // more than are read
			r.Guests = append(r.Guests, entry.Guest{Node: record.KeyOf(seeded(byte(i)))})
		}
		r.Guests = append(r.Guests, entry.Guest{Node: ana.self})
		_ = wire.Write(s, r)
		_ = s.Close()
	}
	eventually(t, "ana hears mallory", func() bool { return ana.directory.Hidden(mallory.self) })
	time.Sleep(time.Second) // nothing else says that it has looked for them
	if list := ana.Peers(); len(list) != 1 || list[0].Name != "mallory" || !list[0].Connected {
		t.Errorf("%d are listed: %+v", len(list), list)
	}
}
