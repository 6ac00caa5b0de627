package node

import (
	"context"
	"slices"
	"testing"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/host"
	"fives/p2p/streams"
)

// startPage runs a node as a browser does: it dials only WebSockets, and by itself finds only the nodes at the given
// addresses, the first of which served it.
func startPage(t testing.TB, home, name string, at ...string) (*Node, func()) {
	t.Helper()
	return startPageWith(t, home, host.Config{}, name, at...)
}

func startPageWith(t testing.TB, home string, h host.Config, name string, at ...string) (*Node, func()) {
	t.Helper()
	h.DialOnly = true
	n, stop := startWith(t, home, Config{Name: name, Peers: at, Host: h})
	for i, a := range at {
		info, err := streams.ParseAddr(a)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			n.CameFrom(info.ID)
		}
		eventually(t, name+" is connected", func() bool { return n.host.Direct(info.ID) })
	}
	return n, stop
}

// joins makes a node join a table as soon as it hears of it, with a computer player in its seat.
func joins(t testing.TB, n *Node, id string) {
	t.Helper()
	eventually(t, n.name+" joins", func() bool {
		_, err := n.Join(context.Background(), api.JoinRequest{Table: id, Play: "easy"})
		return err == nil
	})
}

// verified checks that all nodes have the same log of a finished game, and that the log
// proves itself.
func verified(t *testing.T, id string, nodes ...*Node) {
	t.Helper()
	agree(t, id, nodes...)
	for _, n := range nodes {
		log, err := n.Log(id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := audit.Verify(log, games.Find, audit.Options{}); err != nil {
			t.Errorf("%s: %v", n.name, err)
		}
	}
}

// goesOn waits until all nodes have gone on with a table, or to its end, and checks that their
// logs prove themselves so far. No seat signs at a head that another does not have.
func goesOn(t *testing.T, id string, nodes ...*Node) {
	t.Helper()
	for _, n := range nodes {
		at := func() (step uint64, over bool) {
			v, err := n.Table(id)
			if err != nil {
				t.Fatal(err)
			}
			return v.Step, v.Phase == api.PhaseOver
		}
		from, _ := at()
		eventually(t, "they play on", func() bool { step, over := at(); return step > from+20 || over })
		log, err := n.Log(id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := audit.Verify(log, games.Find, audit.Options{}); err != nil {
			t.Errorf("%s: %v", n.name, err)
		}
	}
}

// TestBrowsers: nodes in browsers play, at another node's table and at their own. Two of them cannot dial each other, and
// meet through the node that let them in.
func TestBrowsers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	at := invite(t, ana)
	ben, _ := startPage(t, t.TempDir(), "ben", at)
	cleo, _ := startPage(t, t.TempDir(), "cleo", at)
	guests := func(n *Node) (names []string) {
		for _, p := range n.Peers() {
			if p.Guest {
				names = append(names, p.Name)
			}
		}
		return names
	}
	eventually(t, "ana knows whose keys are guests'", func() bool { return slices.Equal(guests(ana), []string{"ben", "cleo"}) })
	if names := guests(ben); len(names) > 0 {
		t.Errorf("the laptop %q is a guest to ben", names)
	}
	short := map[string]string{"limit": "30"}

	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Set: short, Play: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	joins(t, ben, offer.ID)
	joins(t, cleo, offer.ID)
	eventually(t, "the browsers see each other at the table", func() bool {
		v, err := ben.Table(offer.ID)
		return err == nil && len(v.Seats) == 3 && v.Seats[0].Online && v.Seats[1].Online && v.Seats[2].Online
	})
	verified(t, offer.ID, ana, ben, cleo)
	if ben.host.Direct(cleo.host.ID()) {
		t.Error("the browsers have dialled each other, which they cannot")
	}

	offer, err = ben.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Set: short, Spectators: true, Play: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	joins(t, ana, offer.ID)
	verified(t, offer.ID, ana, ben)
	next, err := ben.Rematch(ctx, offer.ID)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana agrees to a rematch", func() bool { _, err := ana.Rematch(ctx, offer.ID); return err == nil })
	eventually(t, "the rematch begins", func() bool { v, err := ben.Table(next.ID); return err == nil && v.Hand > 0 })
}

// TestBrowserWatches: a node in a browser watches a table, and another node watches its table.
func TestBrowserWatches(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	at := invite(t, ana)
	ben, _ := startPage(t, t.TempDir(), "ben", at)
	cleo, _ := startPage(t, t.TempDir(), "cleo", at)
	dan := startNode(t, "dan", addr(ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Spectators: true})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool { _, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID}); return err == nil })
	for _, n := range []*Node{cleo, dan} {
		eventually(t, n.name+" watches", func() bool { _, err := n.Watch(ctx, offer.ID); return err == nil })
		eventually(t, n.name+" sees the table", func() bool {
			v, err := n.Table(offer.ID)
			return err == nil && v.Hand == 1 && v.Seat == -1 && v.View != nil
		})
	}
}

// TestBrowserComesBack: a page that is closed in the middle of a game, and opened again, plays on from where it was, also
// after the node that it had dialled was gone.
func TestBrowserComesBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	annasHome, home := t.TempDir(), t.TempDir()
	ana, stopAna := startStoppable(t, annasHome, "ana")
	ben, stop := startPage(t, home, "ben", invite(t, ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "60"}, Play: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	joins(t, ben, offer.ID)
	eventually(t, "they play", func() bool { v, err := ben.Table(offer.ID); return err == nil && v.Step > 20 })
	stop()
	port := ana.Invitation().Port
	ben, _ = startPage(t, home, "ben", invite(t, ana))
	eventually(t, "they play on", func() bool {
		v, err := ben.Table(offer.ID)
		return err == nil && (v.Step > 60 || v.Phase == api.PhaseOver)
	})
	stopAna()
	ana, _ = startStoppable(t, annasHome, "ana")
	if _, err := ana.Invite(api.InviteRequest{Port: port}); err != nil {
		t.Fatal(err)
	}
	verified(t, offer.ID, ana, ben)
}
