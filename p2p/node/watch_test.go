package node

import (
	"context"
	"testing"

	"fives/engine/rules"
	"fives/p2p/api"
)

// TestSpectator: a node without a seat follows a table that allows it, sees no
// hidden card, and keeps nothing.
func TestSpectator(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	home := t.TempDir()
	eve, stop := startStoppable(t, home, "eve", addr(ana))
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Spectators: true}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool { return len(ben.Tables(ctx).Open) == 1 })
	if _, err := ben.Join(ctx, api.JoinRequest{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "eve watches", func() bool {
		_, err := eve.Watch(ctx, "")
		return err == nil
	})
	move(t, []*Node{ana, ben}, false)
	eventually(t, "eve sees the move", func() bool {
		v, err := eve.Table("")
		return err == nil && len(v.Last) == 1
	})
	v, _ := eve.Table("")
	if v.Seat != rules.None || v.YourTurn {
		t.Errorf("an onlooker has seat %d", v.Seat)
	}
	for _, z := range v.View.Zones {
		for _, g := range z.Groups {
			for _, c := range g.Cards {
				if z.Kind == rules.HandZone && c.Known() {
					t.Errorf("an onlooker sees %s in %s", c, z.Label)
				}
			}
		}
	}
	if err := eve.Play(ctx, "", "end"); err == nil {
		t.Error("an onlooker plays")
	}
	stop()
	eve, _ = startStoppable(t, home, "eve", addr(ana))
	if len(eve.summaries()) != 0 {
		t.Error("an onlooker has kept the table")
	}
}

// TestNoSpectators: a stranger gets nothing of a table that allows none.
func TestNoSpectators(t *testing.T) {
	ctx := context.Background()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	eve := startNode(t, "eve", addr(nodes[0]))
	eventually(t, "eve is connected", func() bool { return len(eve.Peers()) > 0 && eve.Peers()[0].Connected })
	_, err := eve.Watch(ctx, "")
	refusedWith(t, err, api.CodeNotFound)
	id := mustID(t, nodes[0].summaries()[0].ID)
	if g, err := eve.follow(ctx, nodes[0].self, id, nil); err == nil {
		t.Errorf("a stranger gets the log of %s", g.id.Short())
	}
}

// TestSpectatorOfRematch: a table that continues another has no proposal; it is
// listed and watched all the same.
func TestSpectatorOfRematch(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	eve := startNode(t, "eve", addr(ana))
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Spectators: true, Set: map[string]string{"limit": "1"}}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool { return len(ben.Tables(ctx).Open) == 1 })
	if _, err := ben.Join(ctx, api.JoinRequest{}); err != nil {
		t.Fatal(err)
	}
	players := []*Node{ana, ben}
	move(t, players, true)
	for _, n := range players {
		eventually(t, "the game is over", func() bool { v, err := n.Table(""); return err == nil && v.Phase == api.PhaseOver })
	}
	for _, n := range players {
		if _, err := n.Rematch(ctx, ""); err != nil {
			t.Fatal(err)
		}
	}
	var id string
	eventually(t, "the new table is listed", func() bool {
		for _, o := range eve.Tables(ctx).Open {
			id = o.ID
			return o.Running && o.Game == "" && len(o.Taken) == 0
		}
		return false
	})
	eventually(t, "eve watches", func() bool { _, err := eve.Watch(ctx, ""); return err == nil })
	eventually(t, "eve sees the cards", func() bool { v, err := eve.Table(id); return err == nil && v.View != nil })
	onlooks(t, eve, mustID(t, id))
}
