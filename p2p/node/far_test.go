package node

import (
	"errors"
	"sync/atomic"
	"testing"

	"fives/p2p/host"

	"fives/engine/record"
	"fives/p2p/api"
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

// TestPrivateHost: whoever has an address of a private network put into a link is told whom it leads here.
func TestPrivateHost(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	for at, private := range map[string]bool{"10.1.1.1": true, "100.64.1.1": true, "fd00::9": true, "198.51.100.7": false, "ana.example.org": false} {
		if i, err := ana.Far(t.Context(), api.FarRequest{Address: at, Port: freePort(t)}); err != nil || i.Private != private {
			t.Errorf("%s: %t, %v", at, i.Private, err)
		}
	}
}
