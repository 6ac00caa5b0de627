package node

import (
	"io"
	"net"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/far"
)

// TestFormerLinkStays: a link that leads to nobody does not take the place of one that leads to its node,
// whether that is connected just then or not. It does where the one before leads nowhere either, or was
// refused.
func TestFormerLinkStays(t *testing.T) {
	t.Parallel()
	homes := []string{t.TempDir(), t.TempDir()}
	ana, stopAna := startFar(t, homes[0], "ana")
	dan, _ := startFar(t, homes[1], "dan")
	link := letIn(t, ana, freePort(t))
	good, err := far.Parse(link, "elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dan.Connect(t.Context(), link); err != nil {
		t.Fatal(err)
	}
	gives := func(what string, to far.Link, kept far.Link) {
		t.Helper()
		_, err := dan.Connect(t.Context(), to.String("elsewhere"))
		if e := api.ErrorIn(err); e.Reason != api.ReasonLinkSilent || e.Former != (kept != to) {
			t.Errorf("%s: %v, %+v", what, err, e)
		}
		dan.links.mu.Lock()
		now := dan.links.kept[to.Node].To
		dan.links.mu.Unlock()
		for where, l := range map[string]far.Link{"in memory": now, "in the store": storedLink(t, dan)} {
			if l != kept {
				t.Errorf("%s: %s there is %v", what, where, l)
			}
		}
	}
	nobody := good
	nobody.Port = uint16(freePort(t))
	gives("while they are connected", nobody, good)
	if !byLink(dan, ana) {
		t.Error("the connection has ended")
	}
	dan.links.mu.Lock()
	dan.links.kept[ana.self].next = time.Now().Add(time.Hour) // no tick tries it meanwhile
	dan.links.kept[ana.self].linked = false
	dan.host.RemoveLink(ana.host.ID())
	dan.links.mu.Unlock()
	eventually(t, "they are not connected", func() bool { return !dan.host.Direct(ana.host.ID()) })
	gives("while they are not", nobody, good)
	eventually(t, "the one before has led there", func() bool { return byLink(dan, ana) })
	stopAna()
	eventually(t, "they are not connected", func() bool { return !dan.host.Direct(ana.host.ID()) })
	gives("while nobody is there", nobody, nobody)
	gives("once more", nobody, nobody)
	ana, _ = startFar(t, homes[0], "ana")
	eventually(t, "the door is open again, and the link takes the place back", func() bool {
		_, err := dan.Connect(t.Context(), link)
		return err == nil && storedLink(t, dan) == good
	})
	if _, err := ana.Far(t.Context(), api.FarRequest{New: true}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the one before is refused", func() bool { return dan.Status().Links[0].Failed == api.ReasonLinkOld })
	gives("after a refusal", nobody, nobody)
}

// TestFullProvesNothing: anybody can answer that there is no room. Whoever does so takes the place of no link
// that leads to its node, only that of one that does not.
func TestFullProvesNothing(t *testing.T) {
	t.Parallel()
	ana, stopAna := startFar(t, t.TempDir(), "ana")
	dan, _ := startFar(t, t.TempDir(), "dan")
	link := letIn(t, ana, freePort(t))
	if _, err := dan.Connect(t.Context(), link); err != nil {
		t.Fatal(err)
	}
	s, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	go func() {
		for c, err := s.Accept(); err == nil; c, err = s.Accept() {
			_, _ = io.WriteString(c, "\x13/multistream/1.0.0\n\x0d/fives/far/1\n\x03")
			t.Cleanup(func() { _ = c.Close() })
		}
	}()
	good, err := far.Parse(link, "elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	full := good
	full.Port = uint16(s.Addr().(*net.TCPAddr).Port)
	for _, kept := range []far.Link{good, full} {
		_, err := dan.Connect(t.Context(), full.String("elsewhere"))
		if e := api.ErrorIn(err); e.Reason != api.ReasonLinkFull || e.Former != (kept == good) || storedLink(t, dan) != kept {
			t.Errorf("%v, %+v; it keeps %v", err, e, storedLink(t, dan))
		}
		stopAna()
		eventually(t, "they are not connected", func() bool { return !dan.host.Direct(ana.host.ID()) })
	}
}

// storedLink is the only link that a node has stored.
func storedLink(t *testing.T, n *Node) far.Link {
	t.Helper()
	all, err := n.cfg.Store.Links()
	if err != nil || len(all) != 1 {
		t.Fatalf("%+v, %v", all, err)
	}
	return all[0].To
}
