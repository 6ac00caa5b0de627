package node

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/store/sqlite"
	"fives/p2p/waittest"
)

// TestRestoredWhileOpen: a home is restored from a copy made while its table was open, and the table has begun since. The open table
// gets another ID, so that its host signs nothing twice; the table that has begun comes back too.
func TestRestoredWhileOpen(t *testing.T) {
	ctx := context.Background()
	home := t.TempDir()
	ana, stop := startStoppable(t, home, "ana")
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	stop()
	path := filepath.Join(home, storeFile)
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	began := map[string]bool{offer.ID: true}
	for _, name := range []string{"ben", "cleo"} {
		if err := errors.Join(os.WriteFile(path, old, 0o600), os.Remove(path+sqlite.MarkSuffix)); err != nil {
			t.Fatal(err)
		}
		ana, stop = startStoppable(t, home, "ana")
		guest := startNode(t, name, addr(ana))
		eventually(t, "the table is seen", func() bool { return len(guest.Tables(ctx).Open) == 1 })
		joined, err := guest.Join(ctx, api.JoinRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if began[joined.ID] {
			t.Errorf("table %s, which has begun, is open again for %s", joined.ID, name)
		}
		began[joined.ID] = true
		for _, n := range []*Node{ana, guest} {
			eventually(t, "the table plays", func() bool { v, err := n.Table(joined.ID); return err == nil && v.Hand > 0 })
		}
		stop()
	}
}

// TestBeginsAfterAll: the last seat of a private table is taken, but the table cannot be stored, and both nodes are stopped. After a
// restart, the joiner follows the table to its new ID without the code, and it begins by itself.
func TestBeginsAfterAll(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	homes := []string{t.TempDir(), t.TempDir()}
	ana, _, stopAna := startStuck(t, homes[0], "ana", math.MaxInt)
	ben, stopBen := startStoppable(t, homes[1], "ben", addr(ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Private: true})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool {
		_, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID, Code: offer.Code})
		return err == nil
	})
	stopAna()
	stopBen()
	ana, _ = startStoppable(t, homes[0], "ana")
	ben, _ = startStoppable(t, homes[1], "ben", addr(ana))
	if open := ana.lobby.Open(); len(open) != 1 || open[0].ID == offer.ID || open[0].Code != offer.Code {
		t.Errorf("open after the start: %+v", open)
	}
	for _, n := range []*Node{ana, ben} {
		eventually(t, "the table plays", func() bool { v, err := n.Table(""); return err == nil && v.Hand > 0 })
	}
	if ben.lobby.Joined(mustID(t, offer.ID)) {
		t.Error("ben still waits for the old table")
	}
}

// TestBeginIsTriedAgain: a full table that could not be made is made later.
func TestBeginIsTriedAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, _, _ := startStuck(t, t.TempDir(), "ana", 1)
	ben := startNode(t, "ben", addr(ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool {
		_, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID})
		return err == nil
	})
	eventually(t, "the table plays", func() bool { v, err := ben.Table(""); return err == nil && v.Hand > 0 })
}

// TestGivenBack: if a host begins a table with the join of somebody who has given the seat back, or never got one, that node does not
// play.
func TestGivenBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana, stuck, _ := startStuck(t, t.TempDir(), "ana", math.MaxInt)
	home := t.TempDir()
	ben, stop := startStoppable(t, home, "ben", addr(ana))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Bots: []string{"easy"}})
	if err != nil {
		t.Fatal(err)
	}
	id := mustID(t, offer.ID)
	eventually(t, "ben joins", func() bool {
		_, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID})
		return err == nil
	})
	if _, err := ben.Leave(ctx, offer.ID); err != nil {
		t.Fatal(err)
	}
	stop()
	stuck.begin(t, ana)
	ben, _ = startStoppable(t, home, "ben", addr(ana))
	asked, last := 0, time.Time{}
	eventually(t, "ana comes with the table", func() bool {
		if ben.host.Network().Connectedness(ana.host.ID()) == network.Connected && time.Since(last) > 500*time.Millisecond {
			last = time.Now()
			ana.network.Open(ana.session.Table(id), ben.self)
			asked++
		}
		return asked == 3 || ben.tables.game(id) != nil
	})
	if ben.tables.game(id) != nil {
		t.Error("ben sits at a table at which he has given his seat back")
	}
	if back, err := ben.cfg.Store.GivenUp(id); err != nil || !back {
		t.Errorf("given up: %v, %v", back, err)
	}
}

// A stuckStore refuses a number of new tables, as if its disk were full. It accepts continuations.
type stuckStore struct {
	Store

	mu    sync.Mutex
	times int
	takes record.Hash                     // the table that it takes after all
	last  record.Hash                     // that was tried
	tried func(n *Node, done func(error)) // makes that one
}

func (s *stuckStore) Create(id record.Hash, g replica.Genesis, seats map[record.Key]session.OwnSeat) error {
	if g.Continuation != nil {
		return s.Store.Create(id, g, seats)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last, s.tried = id, func(n *Node, done func(error)) {
		n.session.Create(g, seats, false, func(_ *session.Table, err error) { done(err) })
	}
	if s.times == 0 || id == s.takes {
		return s.Store.Create(id, g, seats)
	}
	s.times--
	return errors.New("the disk is full")
}

// startStuck runs a node whose store refuses a number of new tables.
func startStuck(t *testing.T, home, name string, times int) (*Node, *stuckStore, func()) {
	t.Helper()
	s := &stuckStore{Store: storeIn(t, home), times: times}
	n, stop := startWith(t, home, Config{Name: name, Store: s})
	return n, s, stop
}

// begin makes the table that could not be made when its last seat was taken.
func (s *stuckStore) begin(t *testing.T, n *Node) {
	t.Helper()
	var create func(n *Node, done func(error))
	waittest.Until(t, "the table was full", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		create, s.takes = s.tried, s.last
		return create != nil
	})
	if err := session.Wait(func(done func(error)) { create(n, done) }); err != nil {
		t.Fatal(err)
	}
}
