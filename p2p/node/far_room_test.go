package node

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/streams"
	"fives/p2p/wire"
)

// comesBy starts a node in another town that has come to a node by a link.
func comesBy(t *testing.T, link, name string, to *Node) *Node {
	t.Helper()
	home := t.TempDir()
	n, _ := startWorking(t, home, Config{Name: name, Store: storeIn(t, home)}, &lonely{})
	eventually(t, name+" comes by the link", func() bool { _, err := n.Connect(t.Context(), link); return err == nil && byLink(n, to) })
	return n
}

// throughs lists whom a node is connected to, and through whom.
func throughs(n *Node) (all []string) {
	for _, p := range n.Peers() {
		if all = append(all, p.Name); p.Through != "" {
			all[len(all)-1] += " through " + p.Through
		}
	}
	return all
}

// TestFarRoom: two friends in other towns come by a link, and are carried like guests: everybody sees everybody, also the
// two each other, and all sit at a private table of one of them, to which the code leads, with chat and one who was let in to watch.
func TestFarRoom(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	bob := startNode(t, "bob", addr(ana))
	link := letIn(t, ana, freePort(t))
	cyd, dan := comesBy(t, link, "cyd", ana), comesBy(t, link, "dan", ana)
	see(t, []string{"ana", "bob", "cyd", "dan"}, ana, bob, cyd, dan)
	for _, p := range [][2]*Node{{cyd, dan}, {dan, cyd}, {bob, cyd}, {bob, dan}, {cyd, bob}} {
		if got := p[0].host.RelaysTo(p[1].host.ID()); !slices.Equal(got, []peer.ID{ana.host.ID()}) || p[0].host.Direct(p[1].host.ID()) {
			t.Errorf("%s is connected to %s through %v", p[0].name, p[1].name, got)
		}
	}
	if got := throughs(bob); !slices.Equal(got, []string{"ana", "cyd through ana", "dan through ana"}) {
		t.Errorf("bob reads %q", got)
	}
	offer, err := dan.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Set: map[string]string{"limit": "10"}, Private: true, Spectators: true, Play: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []*Node{cyd, bob} {
		eventually(t, n.name+" sees the table", func() bool {
			return slices.ContainsFunc(n.Tables(ctx).Open, func(o api.Offer) bool { return o.ID == offer.ID })
		})
	}
	if _, err := cyd.Join(ctx, api.JoinRequest{Table: offer.ID, Code: "wrong-code-at-all"}); err == nil {
		t.Error("a wrong code is taken")
	}
	for _, n := range []*Node{cyd, bob} {
		if _, err := n.Join(ctx, api.JoinRequest{Table: offer.ID, Code: offer.Code, Play: "easy"}); err != nil {
			t.Fatalf("%s: %v", n.name, err)
		}
	}
	if err := cyd.Say(ctx, offer.ID, "hello"); err != nil { // the table is beginning
		t.Error(err)
	}
	eventually(t, "dan lets ana in", func() bool { _, err := dan.Admit(ctx, offer.ID, "ana"); return err == nil })
	eventually(t, "ana watches", func() bool { _, err := ana.Watch(ctx, offer.ID); return err == nil })
	eventually(t, "cyd sees all at the table", func() bool {
		v, err := cyd.Table(offer.ID)
		return err == nil && !slices.ContainsFunc(v.Seats, func(s api.Seat) bool { return !s.Online })
	})
	eventually(t, "cyd reads at the table how far dan is, and through whom", func() bool {
		for range 4 {
			cyd.directory.NoteRoundTrip(dan.self, 610*time.Millisecond)
		}
		v, err := cyd.Table(offer.ID)
		return err == nil && slices.ContainsFunc(v.Seats, func(s api.Seat) bool {
			return s.Name == "dan" && s.Through == "ana" && s.RoundTrip == 610
		})
	})
	if err := cyd.Say(ctx, offer.ID, "all here"); err != nil {
		t.Error(err)
	}
	for _, n := range []*Node{bob, dan} {
		eventually(t, n.name+" hears cyd", func() bool { return hasEvent(n, api.EventChat, "all here") })
	}
	verified(t, offer.ID, bob, cyd, dan)
}

// TestLinkTakenBackWhileOthersPlay: whoever plays through this node with others stays until they say that
// the game is over, but not longer than a time that they do not choose.
func TestLinkTakenBackWhileOthersPlay(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	bob := startNode(t, "bob", addr(ana))
	link := letIn(t, ana, freePort(t))
	cyd, dan, eve := comesBy(t, link, "cyd", ana), comesBy(t, link, "dan", ana), comesBy(t, link, "eve", ana)
	see(t, []string{"ana", "bob", "cyd", "dan", "eve"}, ana, bob, cyd, dan)
	offer, err := bob.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Private: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []*Node{cyd, dan} {
		eventually(t, n.name+" sees the table", func() bool {
			return slices.ContainsFunc(n.Tables(ctx).Open, func(o api.Offer) bool { return o.ID == offer.ID })
		})
		if _, err := n.Join(ctx, api.JoinRequest{Table: offer.ID, Code: offer.Code}); err != nil {
			t.Fatalf("%s: %v", n.name, err)
		}
	}
	eventually(t, "the cards are dealt", func() bool { v, err := dan.Table(""); return err == nil && v.Dealt })
	eventually(t, "ana's node knows that they play", func() bool {
		return ana.directory.Plays(cyd.self) && ana.directory.Plays(dan.self)
	})
	if ana.directory.Plays(eve.self) || ana.directory.Plays(bob.self) || bob.directory.Plays(dan.self) {
		t.Error("it is said of others, or to others")
	}
	i, err := ana.Far(ctx, api.FarRequest{New: true})
	slices.Sort(i.Left)
	if err != nil || !slices.Equal(i.Left, []string{"cyd", "dan"}) {
		t.Fatalf("%+v, %v", i, err)
	}
	eventually(t, "eve is hung up on", func() bool { return !eve.network.Connected(ana.self) })
	time.Sleep(3 * ticks * reachTicks)
	if !byLink(cyd, ana) || !byLink(dan, ana) {
		t.Error("somebody is hung up on in the middle of a game")
	}
	if _, err := dan.Leave(ctx, ""); err != nil {
		t.Fatal(err)
	}
	eventually(t, "who has left the game does not stay", func() bool {
		return !dan.network.Connected(ana.self) && slices.Equal(ana.Status().Outside.Left, []string{"cyd"})
	})
	if !byLink(cyd, ana) {
		t.Error("cyd is hung up on, too")
	}
	ana.farDoor.mu.Lock()
	left := time.Until(time.Unix(ana.farDoor.kept.Stays[0].Until, 0))
	ana.farDoor.kept.Stays[0].Until = time.Now().Unix() // as if they went on and on
	ana.farDoor.mu.Unlock()
	if left < 2*time.Hour || left > 3*time.Hour {
		t.Errorf("cyd may stay for %v", left)
	}
	eventually(t, "nobody stays for ever", func() bool {
		return !cyd.network.Connected(ana.self) && len(ana.Status().Outside.Left) == 0
	})
}

// TestLinkTakenBackWhileSomebodyIsOff: a game with somebody who is not reached at all, or was never reached through
// this node, keeps nobody in.
func TestLinkTakenBackWhileSomebodyIsOff(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	ana := startNode(t, "ana")
	cyd := comesBy(t, letIn(t, ana, freePort(t)), "cyd", ana)
	kim, stopKim := startStoppable(t, t.TempDir(), "kim", addr(cyd))
	see(t, []string{"cyd", "kim"}, kim)
	offer, err := cyd.Host(ctx, api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "kim joins", func() bool { _, err := kim.Join(ctx, api.JoinRequest{Table: offer.ID}); return err == nil })
	eventually(t, "the cards are dealt", func() bool { v, err := cyd.Table(offer.ID); return err == nil && v.Dealt })
	stopKim()
	eventually(t, "kim is gone", func() bool { return !cyd.network.Connected(kim.self) })
	cyd.Hide(true)
	eventually(t, "ana's node hears what cyd's says", func() bool { return ana.directory.Hidden(cyd.self) })
	if ana.directory.Plays(cyd.self) {
		t.Error("cyd is said to play through ana")
	}
	if i, err := ana.Far(ctx, api.FarRequest{Off: true}); err != nil || len(i.Left) != 0 {
		t.Errorf("%+v, %v", i, err)
	}
	eventually(t, "cyd is hung up on", func() bool { return !cyd.network.Connected(ana.self) })
}

// TestNewKeyUnderAKnownNameFromAfar: a friend in another town is known by name and key like anybody here. Whoever comes by the
// same link under that name, with another key, is warned of, here and behind.
func TestNewKeyUnderAKnownNameFromAfar(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	link := letIn(t, ana, freePort(t))
	dan := comesBy(t, link, "dan", ana)
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "dan joins", func() bool { _, err := dan.Join(ctx, api.JoinRequest{Table: offer.ID}); return err == nil })
	eventually(t, "the cards are dealt", func() bool { v, err := ana.Table(offer.ID); return err == nil && v.Dealt })
	mallory := comesBy(t, link, "dan", ana)
	eventually(t, "ana is warned", func() bool {
		return slices.ContainsFunc(ana.Peers(), func(p api.Peer) bool {
			return p.ID == mallory.host.ID().String() && p.Warning.Code == api.WarnNewKey && p.Warning.Known == "dan"
		})
	})
	for _, p := range ana.Peers() {
		if p.Guest || p.GuestOf.Fingerprint != "" {
			t.Errorf("%s counts as a page, whose key is for one invitation", p.Name)
		}
	}
}

// TestSeekNotThroughFarGuests: this node dials nobody through a friend in another town, whoever that friend names: there
// it would be a stranger.
func TestSeekNotThroughFarGuests(t *testing.T) {
	t.Parallel()
	ana := startNode(t, "ana")
	bob := startNode(t, "bob", addr(ana))
	cyd := comesBy(t, letIn(t, ana, freePort(t)), "cyd", ana)
	see(t, []string{"ana", "bob", "cyd"}, ana, bob, cyd)
	named := record.KeyOf(seeded(77))
	says := func(from *Node, hidden bool) {
		s, err := from.host.NewStream(t.Context(), ana.host.ID(), streams.ProtocolRoom)
		if err != nil {
			t.Fatal(err)
		}
		_ = wire.Write(s, entry.Room{Hidden: hidden, Guests: []entry.Guest{{Node: named}}})
		_ = s.Close()
	}
	known := func() bool { return len(ana.host.Peerstore().Addrs(streams.PeerOf(named))) > 0 }
	says(cyd, true)
	eventually(t, "ana hears cyd", func() bool { return ana.directory.Hidden(cyd.self) })
	says(cyd, false)
	eventually(t, "ana hears cyd again", func() bool { return !ana.directory.Hidden(cyd.self) })
	if known() {
		t.Error("ana goes through cyd")
	}
	says(bob, false)
	eventually(t, "ana goes through bob", known)
}

// TestSayWaits: a line that is said while the waiting room is being entered, or is over because the table begins, waits for
// that.
func TestSayWaits(t *testing.T) {
	t.Parallel()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	offer, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool { _, err := ben.Join(t.Context(), api.JoinRequest{Table: offer.ID}); return err == nil })
	id := waitsAt(t, ben, offer.ID)
	silent := func() bool { return api.ErrorIn(ben.lobby.Say(id, "are you there?")).Reason == api.ReasonHostSilent }
	eventually(t, "ben is out of the waiting room", func() bool {
		_ = ben.host.Network().ClosePeer(ana.host.ID())
		return silent()
	})
	if err := ben.Say(t.Context(), offer.ID, "back"); err != nil {
		t.Error(err)
	}
	eventually(t, "ana hears ben", func() bool { return hasEvent(ana, api.EventChat, "back") })
}

// waitsAt returns the whole ID of a table that a node waits for.
func waitsAt(t *testing.T, n *Node, id string) record.Hash {
	t.Helper()
	for _, full := range n.lobby.Pending() {
		if full.String() == id {
			return full
		}
	}
	t.Fatalf("no table %s in %v", id, n.lobby.Pending())
	return record.Hash{}
}
