package node

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/host"
	"fives/p2p/store"
)

// TestLinkWarnsOfOwnPort: where the door cannot be opened again because this node is at its port itself, that is said,
// and not that another program has it.
func TestLinkWarnsOfOwnPort(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	letIn(t, ana, freePort(t))
	ana.farDoor.mu.Lock() // as if it was started at that port
	ana.farDoor.kept.Door = ana.host.Port()
	err := ana.host.SetFar(host.FarDoor{})
	ana.farDoor.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	warned := func() string {
		for _, w := range ana.Status().Warnings {
			if w.Code == api.WarnFarPort {
				return w.Detail
			}
		}
		return ""
	}
	eventually(t, "ana is warned", func() bool { return warned() != "" })
	if got := warned(); got != "fives itself has it" {
		t.Errorf("%q", got)
	}
}

// TestLinkSaysWhoCameLast: of those who come in one second the last one is told.
func TestLinkSaysWhoCameLast(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, _ := startFar(t, t.TempDir(), "dan")
	if _, err := dan.Connect(t.Context(), letIn(t, ana, freePort(t))); err != nil {
		t.Fatal(err)
	}
	eventually(t, "dan's coming is noted", func() bool { return ana.Status().Outside.Came.Name == "dan" })
	ana.farDoor.mu.Lock()
	ana.farDoor.kept.Who, ana.farDoor.kept.Name = record.Key{1}, "eve" // as if she came before him, in the same second
	ana.farDoor.mu.Unlock()
	eventually(t, "dan is told", func() bool { return ana.Status().Outside.Came.Name == "dan" })
}

// fullDisk is a store that takes no other invitation while it is full.
type fullDisk struct {
	Store
	full atomic.Bool
}

func (s *fullDisk) SetFar(f store.Far) error {
	if s.full.Load() {
		return errors.New("no space left on device")
	}
	return s.Store.SetFar(f)
}

// TestLinkSaysWhoCameAllTheSame: who has come by a link is told although another one could not be made.
func TestLinkSaysWhoCameAllTheSame(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	s := &fullDisk{Store: storeIn(t, home)}
	ana, _ := startWorking(t, home, Config{Name: "ana", Store: s, Network: "elsewhere"}, &lonely{})
	dan, _ := startFar(t, t.TempDir(), "dan")
	link := letIn(t, ana, freePort(t))
	ana.farDoor.changing.Lock() // so that no tick notes it before
	_, err := dan.Connect(t.Context(), link)
	eventually(t, "dan is in", func() bool { return ana.host.FarVisits().Came.Count == 1 })
	s.full.Store(true)
	ana.farDoor.changing.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ana.Far(t.Context(), api.FarRequest{New: true}); err == nil {
		t.Error("a link that is not stored is shown")
	}
	if o := ana.Status().Outside; o.Came.Time.IsZero() || o.In != 1 {
		t.Errorf("%+v", o)
	}
}

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
