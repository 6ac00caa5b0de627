package node

import (
	"context"
	"errors"
	"slices"
	"testing"

	"fives/p2p/api"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store"
)

// listsTable reports whether a table is among those of a node.
func listsTable(n *Node, id string) bool {
	return slices.ContainsFunc(n.Mine().Mine, func(s api.Summary) bool { return s.ID == id })
}

// checkForgotten checks that nothing of a table is left, and that it does not come back when
// another node brings it.
func checkForgotten(t *testing.T, n *Node, id string, from *Node, g replica.Genesis) {
	t.Helper()
	hash := mustID(t, id)
	if _, err := n.cfg.Store.Load(hash); !errors.Is(err, store.ErrNoTable) || listsTable(n, id) {
		t.Errorf("it is still there: %v", err)
	}
	back, err := await(func(done func(*session.Table, error)) { n.session.Restore(from.self, g, done) })
	if back != nil || err == nil {
		t.Errorf("it comes back: %v", err)
	}
	refusedAs(t, n.Forget(context.Background(), id, true), api.ReasonNoTable)
}

// genesisOf returns the genesis of a table.
func genesisOf(n *Node, id string, t *testing.T) (g replica.Genesis) {
	t.Helper()
	n.tables.game(mustID(t, id)).look(func(r *replica.Snapshot) {
		g = replica.Genesis{Proposal: &r.Table().Records(0)[0], Joins: r.Table().Records(1)}
	})
	return g
}

// TestForget: a table that is over is removed at once, one that goes on never, and one that somebody may still need only if
// the person is sure.
func TestForget(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	homes := []string{t.TempDir(), t.TempDir()}
	ana, _ := startStoppable(t, homes[0], "ana")
	ben, stopBen := startStoppable(t, homes[1], "ben", addr(ana))

	over := finishedGame(t, ana, ben).ID
	g := genesisOf(ana, over, t)
	refusedAs(t, ana.Forget(ctx, "", true), api.ReasonNoTable)
	refusedAs(t, ana.Forget(ctx, "ffffffffff", true), api.ReasonNoTable)
	eventually(t, "ana forgets it", func() bool { // once ben has said that he has all
		err := ana.Forget(ctx, over[:10], false)
		if err != nil {
			refusedAs(t, err, api.ReasonOwed)
		}
		return err == nil
	})
	checkForgotten(t, ana, over, ben, g)
	if !listsTable(ben, over) {
		t.Error("ben has lost his")
	}

	open, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	refusedAs(t, ana.Forget(ctx, open.ID, true), api.ReasonNotBegun)
	if _, err := ana.Leave(ctx, open.ID); err != nil {
		t.Fatal(err)
	}

	playing := together(t, ana, ben).String()
	g = genesisOf(ana, playing, t)
	refusedAs(t, ana.Forget(ctx, playing, true), api.ReasonStillPlaying)
	stopBen()
	if _, err := ana.Leave(ctx, playing); err != nil {
		t.Fatal(err)
	}
	err = ana.Forget(ctx, playing, false) // ben has not heard that she has left
	refusedAs(t, err, api.ReasonOwed)
	var e *api.Error
	if errors.As(err, &e); e == nil || !slices.Equal(e.Names, []string{"ben"}) || !listsTable(ana, playing) {
		t.Errorf("%+v", e)
	}
	if err := ana.Forget(ctx, playing, true); err != nil {
		t.Fatal(err)
	}
	checkForgotten(t, ana, playing, ben, g)
}

// TestForgetFromTheArchive: a table of which a start has read only what lists show is forgotten without reading more.
func TestForgetFromTheArchive(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	home := t.TempDir()
	ana, stop := startStoppable(t, home, "ana")
	ben := startNode(t, "ben", addr(ana))
	id := finishedGame(t, ana, ben).ID
	g := genesisOf(ana, id, t)
	eventually(t, "the store knows that it is over, and that ben has all", func() bool {
		d, ok, err := ana.cfg.Store.Done(mustID(t, id))
		return ok && err == nil && len(d.Lacking) == 0
	})
	stop()
	ana, stop = startStoppable(t, home, "ana")
	if ana.session.Table(mustID(t, id)) != nil {
		t.Fatal("it is in memory")
	}
	if err := ana.Forget(ctx, id, false); err != nil {
		t.Fatal(err)
	}
	checkForgotten(t, ana, id, ben, g)
	stop()
	ana, _ = startStoppable(t, home, "ana")
	checkForgotten(t, ana, id, ben, g)
}

// TestForgetOwedFromTheArchive: a table in the archive of which somebody may lack something is forgotten only if the person is
// sure; the same holds for one that has just been read from the archive.
func TestForgetOwedFromTheArchive(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	home := t.TempDir()
	ana, stop := startStoppable(t, home, "ana")
	ben, stopBen := startStoppable(t, t.TempDir(), "ben", addr(ana))
	id := finishedGame(t, ana, ben).ID
	g := genesisOf(ana, id, t)
	var d session.Done
	eventually(t, "the store knows that it is over, and that ben has all", func() bool {
		var ok bool
		var err error
		d, ok, err = ana.cfg.Store.Done(mustID(t, id))
		return ok && err == nil && len(d.Lacking) == 0
	})
	stopBen()
	noted := func(lacking []int) {
		d.Lacking = lacking
		if err := ana.cfg.Store.PutDone(mustID(t, id), d); err != nil {
			t.Fatal(err)
		}
		stop()
		ana, stop = startStoppable(t, home, "ana")
	}
	read := func() {
		if g := ana.tables.gameOrArchived(mustID(t, id)); g == nil {
			t.Fatal("it is not in the archive")
		}
	}
	noted([]int{1}) // as if ben's link had ended just before the game did
	for range 2 {
		err := ana.Forget(ctx, id, false)
		refusedAs(t, err, api.ReasonOwed)
		var e *api.Error
		if errors.As(err, &e); e == nil || !slices.Equal(e.Names, []string{"ben"}) || !listsTable(ana, id) {
			t.Errorf("%+v", e)
		}
		read()
	}
	noted(nil)
	read()
	if err := ana.Forget(ctx, id, false); err != nil {
		t.Fatal(err)
	}
	checkForgotten(t, ana, id, ben, g)
}

// TestWithdrawnRematch: a rematch that somebody left before all had agreed to it is no longer in anybody's list, even after a
// restart, and cannot be agreed to.
func TestWithdrawnRematch(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	homes := []string{t.TempDir(), t.TempDir()}
	ana, _ := startStoppable(t, homes[0], "ana")
	ben, stopBen := startStoppable(t, homes[1], "ben", addr(ana))
	over := finishedGame(t, ana, ben).ID
	s, err := ana.Rematch(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben is called", func() bool { return listsTable(ben, s.ID) })
	refusedAs(t, ben.Forget(ctx, over, false), api.ReasonOwed)
	if _, err := ana.Leave(ctx, s.ID); err != nil {
		t.Fatal(err)
	}
	if listsTable(ana, s.ID) {
		t.Error("ana still sees it")
	}
	eventually(t, "ben does not see it any more", func() bool { return !listsTable(ben, s.ID) })
	for _, n := range []*Node{ana, ben} { // whoever is still at its table reads that it is over, and why
		v, err := n.Table(s.ID)
		if err != nil || v.Phase != api.PhaseStopped || v.Waiting.What != api.Withdrawn || !slices.Equal(v.Waiting.Names, []string{"ana"}) {
			t.Errorf("%s reads %s, %+v, %v", n.name, v.Phase, v.Waiting, err)
		}
		if !hasEventLike(n, api.EventLeft, func(e api.Event) bool { return e.Table == s.ID && e.Name == "ana" && e.What == api.Withdrawn }) {
			t.Errorf("%s is not told that ana said no", n.name)
		}
	}
	_, err = ben.Rematch(ctx, s.ID)
	refusedAs(t, err, api.ReasonWithdrawn)
	_, err = ben.Rematch(ctx, over)
	refusedAs(t, err, api.ReasonWithdrawn)
	readsWhoSaidNo := func() {
		t.Helper()
		if v, err := ben.Table(over); err != nil || !slices.Equal(v.Refused, []string{"ana"}) {
			t.Errorf("at the table that is over ben reads that %q said no, %v", v.Refused, err)
		}
	}
	readsWhoSaidNo()
	stopBen()
	ben, _ = startStoppable(t, homes[1], "ben", addr(ana))
	readsWhoSaidNo()
	if listsTable(ben, s.ID) || hasEventLike(ben, api.EventOnward, func(api.Event) bool { return true }) {
		t.Error("it is back after a start")
	}
}
