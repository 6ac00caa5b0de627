package node

import (
	"errors"
	"net"
	"slices"
	"strconv"
	"testing"
	"time"

	"fives/p2p/api"
)

// withGuest starts a node with a guest, who has a seat at its table and is to move.
func withGuest(t *testing.T, home string, pages *shown) (ana, ben *Node, table string, stop func()) {
	t.Helper()
	ana, stop = startWith(t, home, Config{Name: "ana", Pages: pages})
	ben, _ = startPage(t, t.TempDir(), "ben", invite(t, ana))
	offer, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool {
		_, err := ben.Join(t.Context(), api.JoinRequest{Table: offer.ID})
		return err == nil
	})
	eventually(t, "the cards are dealt", func() bool {
		v, err := ben.Table(offer.ID)
		return err == nil && v.Phase == api.PhasePlaying
	})
	eventually(t, "ben is known as a guest", func() bool {
		i, err := ana.cfg.Store.Invitation()
		return err == nil && len(i.Guests) == 1 && i.Guests[0] == ben.self
	})
	return ana, ben, offer.ID, stop
}

// met waits until a guest is at its table again.
func met(t *testing.T, n *Node, table string) {
	t.Helper()
	eventually(t, "the guest is back", func() bool {
		v, err := n.Table(table)
		return err == nil && len(v.Seats) == 2 && v.Seats[1].Online
	})
}

// warnedOf waits until a node has just this warning, or none for "".
func warnedOf(t *testing.T, n *Node, code api.WarningCode) (w api.Warning) {
	t.Helper()
	eventually(t, "the warning "+string(code), func() bool {
		list := n.Status().Warnings
		if code == "" {
			return len(list) == 0
		}
		if len(list) == 1 {
			w = list[0]
		}
		return len(list) == 1 && w.Code == code
	})
	return w
}

// After the daemon has ended and started again, a guest with a seat finds its way back at the address that it knows, without
// anybody doing anything.
func TestGuestsComeBack(t *testing.T) {
	home, pages := t.TempDir(), &shown{}
	ana, ben, table, stop := withGuest(t, home, pages)
	urls := ana.Invitation().URLs
	port := ana.Invitation().Port
	if _, err := ana.Invite(api.InviteRequest{Archives: "/dist"}); err != nil {
		t.Fatal(err)
	}
	stop()
	eventually(t, "ben is alone", func() bool { return ben.Status().Peers == 0 })

	pages.told = nil
	ana, stop = startWith(t, home, Config{Name: "ana", Pages: pages})
	met(t, ana, table)
	if i := ana.Invitation(); !i.On || i.Port != port || i.Since.IsZero() || len(i.URLs) == 0 || !slices.Equal(i.URLs, urls) {
		t.Errorf("at port %d before, and now %+v", port, i)
	}
	if !slices.Equal(pages.told, []string{"open ana /dist"}) {
		t.Errorf("the pages are told %q", pages.told)
	}
	stop()

	// The folder with the archives is gone: guests come back all the same.
	pages.told, pages.broken = nil, "/dist"
	ana, stop = startWith(t, home, Config{Name: "ana", Pages: pages})
	met(t, ana, table)
	if !slices.Equal(pages.told, []string{"open ana /dist", "open ana "}) {
		t.Errorf("the pages are told %q", pages.told)
	}

	// A guest that has left has no way back, and needs none.
	if _, err := ben.Leave(t.Context(), table); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana hears it", func() bool {
		v, err := ana.Table(table)
		return err == nil && v.Seats[1].Left
	})
	ana.inviter.mu.Lock()
	ana.inviter.awaited = time.Time{}
	ana.inviter.mu.Unlock()
	eventually(t, "ben is no guest any more", func() bool {
		i, err := ana.cfg.Store.Invitation()
		return err == nil && len(i.Guests) == 0
	})
	for range 2 { // who has played may look at the result, or play again
		stop()
		ana, stop = startWith(t, home, Config{Name: "ana", Pages: pages})
		eventually(t, "it is open again", func() bool { return ana.Invitation().On })
		if i := ana.Invitation(); !slices.Equal(i.URLs, urls) {
			t.Errorf("after the table, at %v", i.URLs)
		}
	}
	ana.inviter.mu.Lock()
	ana.inviter.kept.Seated -= 24*3600 + 1
	ana.inviter.mustKeep()
	ana.inviter.mu.Unlock()
	stop()
	ana, _ = startWith(t, home, Config{Name: "ana", Pages: pages})
	eventually(t, "nobody is invited", func() bool {
		i, err := ana.cfg.Store.Invitation()
		return err == nil && !i.On
	})
	if ana.Invitation().On {
		t.Error("it goes on without a guest")
	}
}

// If another program has the port, people are told, and nobody is let in at another one. Once the port is free, guests come back.
func TestGuestPortTaken(t *testing.T) {
	home := t.TempDir()
	ana, _, table, stop := withGuest(t, home, &shown{})
	port := ana.Invitation().Port
	stop()
	l, err := net.Listen("tcp4", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ana, _ = startWith(t, home, Config{Name: "ana", Pages: &shown{}})
	if w := warnedOf(t, ana, api.WarnGuestPort); w.Port != port || w.Name != "ben" || w.Detail == "" {
		t.Errorf("%+v", w)
	}
	if i := ana.Invitation(); i.On || ana.Status().Invitation != nil {
		t.Errorf("%+v", i)
	}
	l.Close()
	met(t, ana, table)
	warnedOf(t, ana, "")
}

// If the invitation is ended while a guest has a seat, there is a warning, also after a restart. The next invitation is at the
// port that the guest knows.
func TestUninvitedGuest(t *testing.T) {
	home := t.TempDir()
	ana, ben, table, stop := withGuest(t, home, &shown{})
	warnedOf(t, ana, "")
	port := ana.Invitation().Port
	for range 2 {
		if _, err := ana.Invite(api.InviteRequest{Off: true}); err != nil {
			t.Fatal(err)
		}
		if w := warnedOf(t, ana, api.WarnUninvited); w.Name != "ben" {
			t.Errorf("%+v", w)
		}
		stop()
		eventually(t, "ben is alone", func() bool { return ben.Status().Peers == 0 })
		ana, stop = startWith(t, home, Config{Name: "ana", Pages: &shown{}})
		warnedOf(t, ana, api.WarnUninvited)
		if ana.Invitation().On {
			t.Error("what was ended goes on after a restart")
		}
		if i, err := ana.Invite(api.InviteRequest{}); err != nil || i.Port != port {
			t.Errorf("at port %d before, and now %+v, %v", port, i, err)
		}
		met(t, ana, table)
		warnedOf(t, ana, "")
	}
}

// Nodes that have found each other by themselves are no guests.
func TestNoGuests(t *testing.T) {
	home := t.TempDir()
	ana, stop := startWith(t, home, Config{Name: "ana"})
	ben := startNode(t, "ben", addr(ana))
	invite(t, ana)
	offer, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool {
		_, err := ben.Join(t.Context(), api.JoinRequest{Table: offer.ID})
		return err == nil
	})
	eventually(t, "the cards are dealt", func() bool {
		v, err := ana.Table(offer.ID)
		return err == nil && v.Phase == api.PhasePlaying
	})
	ana.inviter.tick()
	if i, err := ana.cfg.Store.Invitation(); err != nil || !i.On || len(i.Guests) > 0 {
		t.Errorf("%+v, %v", i, err)
	}
	stop()
	ana, _ = startWith(t, home, Config{Name: "ana"})
	ana.inviter.tick()
	if ana.Invitation().On {
		t.Error("it goes on without a guest")
	}
}

// A daemon that cannot store that the invitation has ended says so, because after a restart the invitation would go on.
func TestEndNotStored(t *testing.T) {
	ana := startNode(t, "ana")
	invite(t, ana)
	ana.cfg.Store.Close()
	if _, err := ana.Invite(api.InviteRequest{Off: true}); err == nil || errors.Is(err, net.ErrClosed) {
		t.Errorf("%v", err)
	}
	if ana.Invitation().On {
		t.Error("it is on")
	}
}
