package node

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/p2p/api"
	"fives/p2p/replica"
	"fives/p2p/waittest"
)

// TestProtected: the connections between the nodes of a table are not trimmed
// as long as it is played (PROTOCOL §2.3).
func TestProtected(t *testing.T) { overEach(t, testProtected) }

func testProtected(t *testing.T, by way) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	eve := by.startRaw(t, ana, nil)
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "5"}}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool { _, err := ben.Join(ctx, api.JoinRequest{}); return err == nil })
	kept := func(who peer.ID) bool { return ana.host.ConnManager().IsProtected(who, "") }
	eventually(t, "ben's connection is kept", func() bool { return kept(ben.host.ID()) })
	if kept(eve.ID()) {
		t.Error("a stranger's connection is kept")
	}
	over := func() bool { v, err := ana.Table(""); return err == nil && v.Phase == api.PhaseOver }
	for !over() {
		for _, n := range []*Node{ana, ben} {
			if m, err := n.Moves(""); err == nil && m.YourTurn {
				n.Play(ctx, "", "end")
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	eventually(t, "it is kept no more", func() bool { return !kept(ben.host.ID()) })
}

// TestTurnsWaitForNoLock: a table goes on while the node's lock is held, also one
// that has a node to look for.
func TestTurnsWaitForNoLock(t *testing.T) {
	ana := startNode(t, "ana")
	ben, stop := startStoppable(t, t.TempDir(), "ben", addr(ana))
	g := ana.tables.game(together(t, ana, ben))
	id := ben.host.ID()
	stop()
	eventually(t, "ben is gone", func() bool {
		return ana.host.Network().Connectedness(id) != network.Connected && len(g.Snapshot().Links) == 0
	})
	ana.tables.mu.Lock()
	defer ana.tables.mu.Unlock()
	ana.session.Tick(true)
	turned := make(chan error, 1)
	g.Do(func(*replica.Replica, time.Time) error { return nil }, func(err error) { turned <- err })
	if err := waittest.Closed(t, "the table has its turn", turned); err != nil {
		t.Error(err)
	}
}

// TestCloseWaitsForStreams: a node that ends waits for the streams that it
// serves, which may use its store to the last, and serves no new one.
func TestCloseWaitsForStreams(t *testing.T) { overEach(t, testCloseWaitsForStreams) }

func testCloseWaitsForStreams(t *testing.T, by way) {
	ana, stop := startStoppable(t, t.TempDir(), "ana")
	eve := by.startRaw(t, ana, nil)
	served, ended, closed := make(chan struct{}), make(chan struct{}), make(chan struct{})
	ana.network.Handle("/test/1", func(s network.Stream) {
		close(served)
		io.Copy(io.Discard, s) // until the host is closed
		select {
		case <-closed:
			t.Error("the node has ended before its stream")
		case <-time.After(200 * time.Millisecond):
		}
		close(ended)
	})
	s := eve.mustOpen(t, "/test/1")
	s.Write([]byte{0})
	waittest.Closed(t, "the stream is served", served)
	go func() {
		defer close(closed)
		stop()
	}()
	waittest.Closed(t, "the stream ends", ended)
	waittest.Closed(t, "the node ends", closed)
	if ana.work.Enter() {
		t.Error("another stream is served")
	}
}
