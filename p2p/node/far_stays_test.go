package node

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/store"
)

// TestLinkTakenBack: whoever came by a link that was taken back is hung up on, is told why once, and
// does not come again.
func TestLinkTakenBack(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, stop := startFar(t, home, "dan")
	port := freePort(t)
	first := letIn(t, ana, port)
	if _, err := dan.Connect(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana reads who has come", func() bool { return ana.Status().Outside.Came.Name == "dan" })
	second, err := ana.Far(t.Context(), api.FarRequest{New: true})
	if err != nil || !second.Came.Time.IsZero() || second.Link == first || second.Address != fmt.Sprintf("127.0.0.1:%d", port) {
		t.Fatalf("%+v, %v", second, err)
	}
	refused := func() bool {
		links := dan.Status().Links
		return len(links) == 1 && links[0].Failed == api.ReasonLinkOld
	}
	eventually(t, "dan's link is no longer good, and both read it", func() bool {
		return refused() && ana.Status().Outside.Old.Count > 0
	})
	for range 3 {
		dan.Wake()
		time.Sleep(2 * ticks * reachTicks)
	}
	stop()
	dan, _ = startFar(t, home, "dan")
	time.Sleep(3 * ticks * reachTicks)
	if n := ana.Status().Outside.Old.Count; n != 1 || !refused() {
		t.Errorf("a link that was refused was tried %d times", n)
	}
	if _, err := dan.Connect(t.Context(), first); api.ErrorIn(err).Reason != api.ReasonLinkOld {
		t.Errorf("the old link: %v", err)
	}
	if _, err := dan.Connect(t.Context(), second.Link); err != nil || refused() || !byLink(dan, ana) {
		t.Fatalf("the new link: %v", err)
	}
	off, err := ana.Far(t.Context(), api.FarRequest{Off: true})
	if err != nil || off.On || off.Link != "" || ana.Status().Outside != nil {
		t.Errorf("%+v, %v", off, err)
	}
	eventually(t, "dan is hung up on, and told why", func() bool { dan.links.wake(); return !dan.network.Connected(ana.self) && refused() })
	hasTold(t, ana)
	if third := letIn(t, ana, port); third == second.Link {
		t.Error("a link that was taken back is good again")
	}
}

// TestLinkTakenBackTwice: whoever was hung up on for another link is told so, too, if that one is taken back at once.
func TestLinkTakenBackTwice(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, _ := startFar(t, t.TempDir(), "dan")
	if _, err := dan.Connect(t.Context(), letIn(t, ana, freePort(t))); err != nil {
		t.Fatal(err)
	}
	for _, q := range []api.FarRequest{{New: true}, {Off: true}} {
		if _, err := ana.Far(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	if ana.host.FarOpen() == 0 {
		t.Error("the door is closed before dan was told")
	}
	eventually(t, "dan is told", func() bool {
		dan.links.wake()
		links := dan.Status().Links
		return len(links) == 1 && links[0].Failed == api.ReasonLinkOld
	})
	hasTold(t, ana)
}

// hasTold waits until the door of a node is closed that has told those whom it has hung up on.
func hasTold(t *testing.T, n *Node) {
	t.Helper()
	n.farDoor.mu.Lock()
	left := time.Until(n.farDoor.tells)
	n.farDoor.tells = time.Now()
	n.farDoor.mu.Unlock()
	if left < 0 || left > tellTime || n.host.FarOpen() == 0 {
		t.Errorf("it tells for %v, and is at port %d", left, n.host.FarOpen())
	}
	eventually(t, "the door is closed", func() bool { return n.host.FarOpen() == 0 })
}

// A takingBack store tells of an invitation that has ended, once it is stored and before anybody hears so.
type takingBack struct {
	Store
	tell func()
}

func (s *takingBack) SetFar(f store.Far) error {
	err := s.Store.SetFar(f)
	if !f.On {
		s.tell()
	}
	return err
}

// TestLinkTakenBackStaysSo: what is noted of a link in the moment in which it is taken back does not store
// it again.
func TestLinkTakenBackStaysSo(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	noted := make(chan struct{})
	var ana *Node
	s := &takingBack{storeIn(t, home), func() {
		go func() { // as if dan came just now
			defer close(noted)
			ana.farDoor.mu.Lock()
			ana.farDoor.kept.Came = 0
			ana.farDoor.mu.Unlock()
			ana.farDoor.tick(t.Context())
		}()
		select {
		case <-noted:
		case <-time.After(ticks): // it has to wait, as it should
		}
	}}
	ana, _ = startWorking(t, home, Config{Name: "ana", Store: s, Network: "elsewhere"}, &lonely{})
	dan, _ := startFar(t, t.TempDir(), "dan")
	if _, err := dan.Connect(t.Context(), letIn(t, ana, freePort(t))); err != nil {
		t.Fatal(err)
	}
	eventually(t, "dan's coming is stored", func() bool { f, err := s.Far(); return err == nil && f.Came != 0 })
	if _, err := ana.Far(t.Context(), api.FarRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	<-noted
	if f, err := s.Far(); err != nil || f.On || f.Secret != (far.Secret{}) {
		t.Errorf("it is stored again: %+v, %v", f, err)
	}
}

// TestLinkTakenBackInAGame: whoever sits at a table stays until the game is over, and comes back to it by
// the link that was taken back, after restarts of either side, too. Nobody else does.
func TestLinkTakenBackInAGame(t *testing.T) {
	t.Parallel()
	homes := []string{t.TempDir(), t.TempDir()}
	ana, stopAna := startFar(t, homes[0], "ana")
	dan, stopDan := startFar(t, homes[1], "dan")
	eve, _ := startFar(t, t.TempDir(), "eve")
	port := freePort(t)
	link := letIn(t, ana, port)
	for _, n := range []*Node{dan, eve} {
		if _, err := n.Connect(t.Context(), link); err != nil {
			t.Fatal(err)
		}
	}
	offer, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "10"}})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool { return len(dan.Tables(t.Context()).Open) == 1 })
	if _, err := dan.Join(t.Context(), api.JoinRequest{Table: offer.ID}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the cards are dealt", func() bool {
		v, err := dan.Table("")
		return err == nil && v.Dealt
	})
	off, err := ana.Far(t.Context(), api.FarRequest{Off: true})
	if err != nil || off.On || off.Link != "" || !slices.Equal(off.Left, []string{"dan"}) {
		t.Fatalf("%+v, %v", off, err)
	}
	mayStay := func() bool {
		st := ana.Status().Outside
		return st != nil && !st.On && slices.Equal(st.Left, []string{"dan"})
	}
	time.Sleep(3 * ticks * reachTicks)
	if !mayStay() || !byLink(dan, ana) {
		t.Fatalf("in a game: %+v", ana.Status().Outside)
	}
	stopDan()
	eventually(t, "dan is gone", func() bool { return !ana.network.Connected(dan.self) })
	if !mayStay() {
		t.Errorf("while dan is away: %+v", ana.Status().Outside)
	}
	dan, _ = startFar(t, homes[1], "dan")
	eventually(t, "dan is back", func() bool { return byLink(dan, ana) })
	eventually(t, "eve is not", func() bool {
		eve.links.wake()
		links := eve.Status().Links
		return len(links) == 1 && links[0].Failed == api.ReasonLinkOld && !eve.network.Connected(ana.self)
	})
	stopAna()
	ana, _ = startFar(t, homes[0], "ana")
	eventually(t, "dan is back after a restart of ana's", func() bool { dan.links.wake(); return byLink(dan, ana) })
	eventually(t, "dan may stay, and is named again", mayStay)
	eventually(t, "the game is over", func() bool {
		for _, n := range []*Node{ana, dan} {
			if v, err := n.Table(""); err == nil && v.YourTurn {
				if h, err := n.Hint(""); err == nil {
					_ = n.Play(t.Context(), "", h.Move) // it may be at another step by now
				}
			}
		}
		v, err := ana.Table("")
		return err == nil && v.Phase == api.PhaseOver
	})
	eventually(t, "dan is hung up on once the game is over", func() bool {
		return !dan.network.Connected(ana.self) && ana.Status().Outside == nil
	})
	hasTold(t, ana)
	if f, err := ana.cfg.Store.Far(); err != nil || len(f.Stays) != 0 {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestLinkTakenBackAndLeft: nobody stays for a table that this node's person has left, nor for one that
// began after the link was taken back.
func TestLinkTakenBackAndLeft(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, _ := startFar(t, t.TempDir(), "dan")
	if _, err := dan.Connect(t.Context(), letIn(t, ana, freePort(t))); err != nil {
		t.Fatal(err)
	}
	offer, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool { return len(dan.Tables(t.Context()).Open) == 1 })
	if _, err := dan.Join(t.Context(), api.JoinRequest{Table: offer.ID}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the cards are dealt", func() bool { v, err := ana.Table(""); return err == nil && v.Dealt })
	if i, err := ana.Far(t.Context(), api.FarRequest{New: true}); err != nil || !slices.Equal(i.Left, []string{"dan"}) {
		t.Fatalf("%+v, %v", i, err)
	}
	another, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "dan joins at another table", func() bool {
		_, err := dan.Join(t.Context(), api.JoinRequest{Table: another.ID})
		return err == nil
	})
	eventually(t, "they play there, too", func() bool { return len(ana.farDoor.seated(dan.self)) == 2 })
	f, err := ana.cfg.Store.Far()
	if s := f.Stays; err != nil || len(s) != 1 || s[0].Until != 0 || len(s[0].Tables) != 1 || s[0].Tables[0].String() != offer.ID {
		t.Errorf("dan stays for %+v, %v", s, err)
	}
	if _, err := ana.Leave(t.Context(), offer.ID); err != nil {
		t.Fatal(err)
	}
	eventually(t, "dan is hung up on", func() bool {
		return !dan.network.Connected(ana.self) && len(ana.Status().Outside.Left) == 0
	})
	if !ana.session.Sits(dan.self) {
		t.Error("it took until the table was forgotten")
	}
}

// threeWithAFriend starts a game of three and waits until the cards are dealt: ana opens the table, ben is
// on her network, and dan comes by her link.
func threeWithAFriend(t *testing.T) (ana, ben, dan *Node, table string) {
	t.Helper()
	ana = startNode(t, "ana")
	ben = startNode(t, "ben", addr(ana))
	dan = comesBy(t, letIn(t, ana, freePort(t)), "dan", ana)
	offer, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []*Node{ben, dan} {
		eventually(t, n.name+" joins", func() bool { _, err := n.Join(t.Context(), api.JoinRequest{Table: offer.ID}); return err == nil })
	}
	eventually(t, "the cards are dealt", func() bool { v, err := ana.Table(offer.ID); return err == nil && v.Dealt })
	return ana, ben, dan, offer.ID
}

// TestLinkTakenBackAndWentOn: who stays for a game stays for the table that goes on from it, too, once
// somebody has left.
func TestLinkTakenBackAndWentOn(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	ana, ben, dan, id := threeWithAFriend(t)
	if i, err := ana.Far(ctx, api.FarRequest{Off: true}); err != nil || !slices.Equal(i.Left, []string{"dan"}) {
		t.Fatalf("%+v, %v", i, err)
	}
	if _, err := ben.Leave(ctx, id); err != nil {
		t.Fatal(err)
	}
	for _, n := range []*Node{ana, dan} {
		eventually(t, n.name+" goes on", func() bool { _, err := n.Continue(ctx, ""); return err == nil })
	}
	eventually(t, "the table before is done with", func() bool {
		tables := ana.farDoor.seated(dan.self)
		return len(tables) == 1 && tables[0].ID().String() != id
	})
	time.Sleep(3 * ticks * reachTicks)
	if !byLink(dan, ana) {
		t.Error("dan is hung up on in the middle of a game")
	}
}

// TestLeftIsNotSeated: at a table of three that goes on without this node's person nobody is seated here
// for whom a link could stay.
func TestLeftIsNotSeated(t *testing.T) {
	t.Parallel()
	ana, _, dan, id := threeWithAFriend(t)
	if len(ana.farDoor.seated(dan.self)) != 1 {
		t.Fatal("dan plays, and is not seen to")
	}
	if _, err := ana.Leave(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	table := ana.session.Tables()[0]
	eventually(t, "dan is seated nowhere", func() bool { return len(ana.farDoor.seated(dan.self)) == 0 })
	if table.Snapshot().Table().Over() {
		t.Error("the game is over, so this shows nothing")
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
