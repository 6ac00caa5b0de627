package node

import (
	"slices"
	"testing"

	"fives/p2p/api"
)

// TestLinkTakenBackWhileAway: whoever has come by the link and sits at a table, but is not connected in the
// moment in which it is taken back, may stay as the others may; who has no seat may not.
func TestLinkTakenBackWhileAway(t *testing.T) {
	t.Parallel()
	homes := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	ana, stopAna := startFar(t, homes[0], "ana")
	dan, stopDan := startFar(t, homes[1], "dan")
	eve, stopEve := startFar(t, homes[2], "eve")
	link := letIn(t, ana, freePort(t))
	for _, n := range []*Node{dan, eve} {
		if _, err := n.Connect(t.Context(), link); err != nil {
			t.Fatal(err)
		}
	}
	offer, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool { return len(dan.Tables(t.Context()).Open) == 1 })
	if _, err := dan.Join(t.Context(), api.JoinRequest{Table: offer.ID}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana's node has noted who sits there", func() bool {
		f, err := ana.cfg.Store.Far()
		return err == nil && len(f.Stays) == 1 && f.Stays[0].Node == dan.self
	})
	if o := ana.Status().Outside; len(o.Left) != 0 {
		t.Errorf("nothing is taken back, and %v may stay", o.Left)
	}
	stopDan()
	stopEve()
	stopAna()
	ana, _ = startFar(t, homes[0], "ana")
	off, err := ana.Far(t.Context(), api.FarRequest{Off: true})
	if err != nil || off.On || len(off.Left) != 1 {
		t.Fatalf("%+v, %v", off, err)
	}
	dan, _ = startFar(t, homes[1], "dan")
	eve, _ = startFar(t, homes[2], "eve")
	eventually(t, "dan is back", func() bool { dan.links.wake(); return byLink(dan, ana) })
	eventually(t, "eve is not", func() bool {
		eve.links.wake()
		links := eve.Status().Links
		return len(links) == 1 && links[0].Failed == api.ReasonLinkOld && !eve.network.Connected(ana.self)
	})
	eventually(t, "dan is said to stay", func() bool { return slices.Equal(ana.Status().Outside.Left, []string{"dan"}) })
	if _, err := ana.Leave(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	eventually(t, "dan is hung up on once the game is left", func() bool {
		return !dan.network.Connected(ana.self) && ana.Status().Outside == nil
	})
	hasTold(t, ana)
}
