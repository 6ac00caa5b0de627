package node

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/entry"
)

// told lists what a node's people have read of handovers.
func told(n *Node) (whats []string) {
	evs, _ := n.events.After(0)
	for _, e := range evs {
		if e.Kind == api.EventHandover {
			whats = append(whats, e.What)
		}
	}
	return whats
}

// asksAt starts zoe, who can ask at one node's door only: a wish goes to whichever node lists the table
// first, and she finds the other one, too.
func asksAt(t *testing.T, door, other *Node) *Node {
	t.Helper()
	zoe := startNode(t, "zoe", addr(door))
	other.host.Block(zoe.host.ID())
	return zoe
}

// TestWishesComeAndGo: however often strangers ask for seats and take that back, people read of the first
// three, that wishes come and go, and of who goes on asking once there is room for it.
func TestWishesComeAndGo(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, ben, o := hosted(t, nil)
	zoe := startNode(t, "zoe", addr(ana), addr(ben))
	wishes := func(n *Node) int { return len(n.lobby.Wishes()) }
	for i := range 3 * wishBurst {
		asksFor(t, zoe, api.JoinRequest{Table: o.ID, Seat: "Ada"})
		eventually(t, "the table has the wish", func() bool {
			g, err := ana.tables.find(o.ID)
			return err == nil && len(g.Snapshot().Handovers()) == 1
		})
		if i == 3*wishBurst-1 {
			break // zoe goes on asking
		}
		if _, err := zoe.Leave(ctx, o.ID); err != nil || wishes(zoe) != 0 {
			t.Fatal(err)
		}
		eventually(t, "the wish is gone", func() bool {
			g, err := ana.tables.find(o.ID)
			return err == nil && len(g.Snapshot().Handovers()) == 0
		})
	}
	want := []string{api.Asked, api.Dropped, api.Asked, api.Dropped, api.Asked, api.Dropped, api.ComeAndGo}
	eventually(t, "ana reads that wishes come and go", func() bool { return slices.Contains(told(ana), api.ComeAndGo) })
	if got := told(ana); !slices.Equal(got, want) {
		t.Errorf("%q, and not %q", got, want)
	}
	if v, err := ana.Table(o.ID); err != nil || len(v.Handovers) != 1 || !v.Handovers[0].Yours {
		t.Errorf("who goes on asking is not listed: %+v, %v", v.Handovers, err)
	}
}

// TestNotNow: who says "not now" reads of nobody who asks for a seat for a while, at whatever door, nobody can
// ask at that node, and who has asked there hears so. An offer is read of all the same, and whoever agrees to it
// hears of the others again.
func TestNotNow(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, ben, o := hosted(t, nil)
	zoe := asksAt(t, ana, ben)
	eve := startNode(t, "eve", addr(ben), addr(ana))
	listed := func(n *Node) int {
		v, err := n.Table(o.ID)
		if err != nil {
			t.Fatal(err)
		}
		return len(v.Handovers)
	}
	later := api.AgreeRequest{About: api.About{Table: o.ID}, Later: true}
	if _, err := ana.Agree(ctx, later); reasonFor(err) != api.ReasonNoHandover {
		t.Errorf("nobody asks: %v", err)
	}
	asksFor(t, zoe, api.JoinRequest{Table: o.ID, Seat: "Ada"})
	eventually(t, "ana reads of it", func() bool { return listed(ana) == 1 && hasWhat(ana, api.EventHandover, api.Asked) })
	if _, err := ana.Agree(ctx, later); err != nil {
		t.Fatal(err)
	}
	eventually(t, "zoe hears so, and asks no more", func() bool {
		return len(zoe.lobby.Wishes()) == 0 && hasEventLike(zoe, api.EventLobby, func(e api.Event) bool {
			return e.What == api.Refused && e.Text == string(entry.ErrNotNow)
		})
	})
	if n := listed(ana); n != 0 {
		t.Errorf("%d are listed", n)
	}
	if _, err := zoe.Join(ctx, api.JoinRequest{Table: o.ID, Seat: "Ada"}); reasonFor(err) != api.ReasonHostRefuses {
		t.Errorf("ana's door takes a wish: %v", err)
	}
	ana.host.Block(eve.host.ID()) // so that she asks at ben's
	asksFor(t, eve, api.JoinRequest{Table: o.ID, Seat: "ben"})
	eventually(t, "ben reads of it", func() bool { return listed(ben) == 1 })
	eventually(t, "ana's table has it", func() bool {
		g, err := ana.tables.find(o.ID)
		return err == nil && len(g.Snapshot().Handovers()) == 1
	})
	if n, all := listed(ana), told(ana); n != 0 || slices.ContainsFunc(all[1:], func(what string) bool { return what == api.Asked }) {
		t.Errorf("%d are listed, and ana reads %q", n, all)
	}
	if _, err := ana.Agree(ctx, api.AgreeRequest{About: api.About{Table: o.ID}, To: "eve"}); err != nil {
		t.Errorf("ana cannot change her mind: %v", err)
	}
	if n := listed(ana); n != 1 {
		t.Errorf("%d are listed once ana has agreed", n)
	}
	g, _ := ana.tables.find(o.ID)
	g.quietUntil.Store(time.Now().Add(-1).UnixNano())
	if g.quiet() {
		t.Error("it never ends")
	}
}

// TestNotNowIsANo: who says "not now" to somebody who asks for their own seat, at another door, says no: what
// the others have agreed to before counts no more. And they go on reading of it, as it can go without their
// word once their device is silent; of a wish for another's seat they do not.
func TestNotNowIsANo(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, ben, o := hosted(t, nil)
	zoe := asksAt(t, ana, ben)
	asks := func(n *Node, agreed ...string) bool {
		v, err := n.Table(o.ID)
		return err == nil && len(v.Handovers) == 1 && slices.Equal(v.Handovers[0].Agreed, agreed)
	}
	later := func() {
		t.Helper()
		if _, err := ben.Agree(ctx, api.AgreeRequest{About: api.About{Table: o.ID}, Later: true}); err != nil {
			t.Fatal(err)
		}
	}
	asksFor(t, zoe, api.JoinRequest{Table: o.ID, Seat: "ben"})
	eventually(t, "ben reads of it", func() bool { return asks(ben) })
	if _, err := ana.Agree(ctx, api.AgreeRequest{About: api.About{Table: o.ID}, To: "zoe"}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben has ana's word", func() bool { return asks(ben, "ana") })
	later()
	if v, err := ben.Table(o.ID); err != nil || len(v.Handovers) != 1 { // at once: what would hide it ends by itself
		t.Fatalf("ben has said not now, and reads of %+v: %v", v.Handovers, err)
	}
	eventually(t, "what ana has agreed to is void", func() bool { return asks(ana) && hasWhat(ana, api.EventHandover, api.Void) })
	eventually(t, "ben still reads of it", func() bool { return asks(ben) })
	if _, err := zoe.Leave(ctx, o.ID); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is gone", func() bool { v, err := ben.Table(o.ID); return err == nil && len(v.Handovers) == 0 })
	asksFor(t, zoe, api.JoinRequest{Table: o.ID, Seat: "ana"})
	eventually(t, "ana reads of it", func() bool { return asks(ana) })
	eventually(t, "ben's table has it", func() bool {
		g, err := ben.tables.find(o.ID)
		return err == nil && len(g.Snapshot().Handovers()) == 1
	})
	if v, err := ben.Table(o.ID); err != nil || len(v.Handovers) != 0 {
		t.Errorf("ben has said not now, and reads of %d for the seats of others: %v", len(v.Handovers), err)
	}
}

func reasonFor(err error) api.Reason {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return ""
}
