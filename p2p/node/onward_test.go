package node

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/story"
	"fives/p2p/api"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// playing starts three nodes at a table, each with a slow computer player in its seat, so that the game lasts.
func playing(t *testing.T, homes []string, limit string) []*Node {
	t.Helper()
	ctx := context.Background()
	ana, _ := startStoppable(t, homes[0], "ana")
	ben, _ := startStoppable(t, homes[1], "ben", addr(ana))
	cleo, _ := startStoppable(t, homes[2], "cleo", addr(ana), addr(ben))
	nodes := []*Node{ana, ben, cleo}
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3, Set: map[string]string{"limit": limit}}); err != nil {
		t.Fatal(err)
	}
	for _, n := range nodes[1:] {
		eventually(t, "the table is seen", func() bool { return len(n.Tables(ctx).Open) == 1 })
		if _, err := n.Join(ctx, api.JoinRequest{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range nodes {
		eventually(t, "the table plays", func() bool {
			v, err := n.Table("")
			return err == nil && v.View != nil && v.Turn != ""
		})
	}
	return nodes
}

// move makes the node whose turn it is play the first legal move that is not
// "end", or "end".
func move(t *testing.T, nodes []*Node, end bool) {
	t.Helper()
	eventually(t, "a move", func() bool { return moved(nodes, end) })
}

// moved reports whether one of the nodes has made such a move.
func moved(nodes []*Node, end bool) bool {
	for _, n := range nodes {
		m, err := n.Moves("")
		if err != nil || !m.YourTurn {
			continue
		}
		text := m.Moves[0]
		if end {
			text = "end"
		} else if text == "end" {
			text = m.Moves[1]
		}
		return n.Play(context.Background(), "", text) == nil
	}
	return false
}

func TestContinue(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	homes := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	nodes := playing(t, homes, "1000")
	ana, ben, cleo := nodes[0], nodes[1], nodes[2]
	first := ana.summaries()[0].ID
	move(t, nodes, false)
	move(t, nodes, true) // a hand is settled
	move(t, nodes, false)
	ben.end()
	eventually(t, "ben is missed", func() bool { return nearly(ana, "ben") && nearly(cleo, "ben") })
	if _, err := ana.Continue(ctx, ""); err != nil {
		t.Fatal(err)
	}
	eventually(t, "cleo has heard of it", func() bool { return len(cleo.summaries()) == 2 })
	s, err := cleo.Continue(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	two := []*Node{ana, cleo}
	for _, n := range two {
		eventually(t, "the continuation plays", func() bool {
			v, err := n.Table("")
			return err == nil && v.ID == s.ID && v.Hand == 2 && v.Turn != ""
		})
	}
	nobodyLeft(t, first, nil, two...)
	ben, _ = startStoppable(t, homes[1], "ben", addr(ana), addr(cleo))
	eventually(t, "ben learns that the others have gone on", func() bool {
		v, err := ben.Table(first)
		return err == nil && v.Phase == api.PhaseStopped
	})
	move(t, two, false)
	move(t, two, true)
	eventually(t, "hand 3", func() bool { v, err := cleo.Table(""); return err == nil && v.Hand == 3 })
	parent, err := ana.Log(first)
	if err != nil {
		t.Fatal(err)
	}
	child, err := cleo.Log("")
	if err != nil {
		t.Fatal(err)
	}
	reports, err := audit.VerifyChain([][]record.Record{parent, child}, games.Find, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !reports[0].Continued {
		t.Error("the parent does not count as continued")
	}
	stories, err := story.Read([][]record.Record{parent, child}, games.Find, audit.Options{})
	if err != nil || len(stories[0].Leaves) > 0 {
		t.Errorf("the story tells that %v left, %v", stories[0].Leaves, err)
	}
	if alone, err := story.Read([][]record.Record{parent}, games.Find, audit.Options{}); len(alone) != 1 || len(alone[0].Leaves) != 2 {
		t.Errorf("its log alone tells that %v left, %v", alone[0].Leaves, err)
	}
}

// nobodyLeft checks that a game which goes on at another table tells of nobody who has left this one but
// those who do not play on.
func nobodyLeft(t *testing.T, id string, but []string, nodes ...*Node) {
	t.Helper()
	for _, n := range nodes {
		g := n.tables.game(mustID(t, id))
		eventually(t, "the game goes on elsewhere, for all who play on", func() bool {
			v, err := n.Table(id)
			return err == nil && v.Child != "" && g.reporter.unsaid.Load() == 0 && len(departed(g.Snapshot().Table())) == len(nodes)+len(but)
		})
		v, _ := n.Table(id)
		for _, s := range v.Seats {
			if s.Left != slices.Contains(but, s.Name) {
				t.Errorf("%s shows %s with left %t", n.name, s.Name, s.Left)
			}
		}
		for _, m := range n.summaries() {
			if m.ID == id && slices.ContainsFunc(m.Seats, func(s api.Seat) bool { return s.Left && !slices.Contains(but, s.Name) }) {
				t.Errorf("%s lists %+v", n.name, m.Seats)
			}
		}
		told, _ := n.events.After(0)
		told = slices.DeleteFunc(told, func(e api.Event) bool { return e.Kind != api.EventLeft || e.Table != id })
		if len(told) != len(but) || slices.ContainsFunc(told, func(e api.Event) bool { return !slices.Contains(but, e.Name) }) {
			t.Errorf("%s tells that somebody left: %+v", n.name, told)
		}
	}
}

// nearly reports whether a node misses somebody.
func nearly(n *Node, name string) bool {
	v, err := n.Table("")
	if err != nil {
		return false
	}
	for _, s := range v.Seats {
		if s.Name == name {
			return !s.Online
		}
	}
	return false
}

func TestLeaveAndContinue(t *testing.T) {
	ctx := context.Background()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	first := nodes[0].summaries()[0].ID
	move(t, nodes, false)
	if _, err := nodes[2].Leave(ctx, ""); err != nil {
		t.Fatal(err)
	}
	for _, n := range nodes[:2] {
		eventually(t, "cleo has left", func() bool {
			v, err := n.Table("")
			return err == nil && v.Phase == api.PhaseStopped && v.Seats[2].Left
		})
	}
	// Both call at once.
	errs := make(chan error, 2)
	for _, n := range nodes[:2] {
		go func() {
			_, err := n.Continue(ctx, "")
			errs <- err
		}()
	}
	for range 2 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	for _, n := range nodes[:2] {
		eventually(t, "the continuation plays", func() bool {
			v, err := n.Table("")
			return err == nil && len(v.Seats) == 2 && v.Turn != ""
		})
	}
	nobodyLeft(t, first, []string{"cleo"}, nodes[:2]...)
}

// TestSeatedUnasked: a host begins with somebody who has given her seat back. She never plays there; the others go on without her, or
// leave.
func TestSeatedUnasked(t *testing.T) {
	ctx := context.Background()
	ana, stuck, _ := startStuck(t, t.TempDir(), "ana", math.MaxInt)
	ben := startNode(t, "ben", addr(ana))
	cleo := startNode(t, "cleo", addr(ana), addr(ben))
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	id := mustID(t, offer.ID)
	for _, n := range []*Node{ben, cleo} {
		eventually(t, "a seat is taken", func() bool {
			_, err := n.Join(ctx, api.JoinRequest{Table: offer.ID})
			return err == nil
		})
	}
	if _, err := cleo.Leave(ctx, offer.ID); err != nil {
		t.Fatal(err)
	}
	stuck.begin(t, ana)
	two := []*Node{ana, ben}
	for _, n := range two {
		eventually(t, "they are there, and cleo has said that she is not", func() bool {
			v, err := n.Table(offer.ID)
			return err == nil && v.Seats[0].Online && v.Seats[1].Online && answered(n.tables.game(id), cleo)
		})
	}
	var s api.Summary
	for _, n := range two {
		if s, err = n.Continue(ctx, ""); err != nil || len(s.Names()) != 2 {
			t.Fatalf("%s goes on with %v, %v", n.name, s.Names(), err)
		}
	}
	for _, n := range two {
		eventually(t, "the continuation of two plays", func() bool {
			v, err := n.Table(s.ID)
			return err == nil && len(v.Seats) == 2 && v.Turn != ""
		})
	}
	if cleo.tables.game(id) != nil || cleo.tables.game(mustID(t, s.ID)) != nil {
		t.Error("cleo has a table that she did not want")
	}
	for _, n := range two {
		if _, err := n.Leave(ctx, s.ID); err != nil {
			t.Error(err)
		}
		eventually(t, "nobody plays on", func() bool { return !n.tables.game(id).inPlay() })
	}
}

// answered reports whether a node has said something at a table since it was last asked for a link.
func answered(g *game, n *Node) bool { return g.Answered(n.self) }

func TestRematch(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "5")
	first := nodes[0].summaries()[0].ID
	endHand(t, "", nodes...)
	for i, n := range nodes {
		if i > 0 {
			eventually(t, "the call is heard", func() bool { return len(n.summaries()) == 2 })
		}
		if _, err := n.Rematch(ctx, ""); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range nodes {
		eventually(t, "the rematch plays", func() bool {
			v, err := n.Table("")
			return err == nil && v.Names()[0] == "ben" && v.Names()[2] == "ana" && v.Turn == "ben"
		})
	}
	nobodyLeft(t, first, nil, nodes...)
}

// TestPlayBeforeRematch: a move at a rematch that not everybody has agreed to is refused.
// The player hears whose consent is missing, and those players hear that they can give it.
func TestPlayBeforeRematch(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	finishedGame(t, ana, ben)
	s, err := ana.Rematch(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	waits := func(err error) *api.Error {
		t.Helper()
		var e *api.Error
		if !errors.As(err, &e) || e.Reason != api.ReasonNotAgreed || e.Table != s.ID || !slices.Equal(e.Names, []string{"ben"}) {
			t.Fatalf("got %v, want %s of ben: %+v", err, api.ReasonNotAgreed, e)
		}
		return e
	}
	if e := waits(ana.Play(ctx, s.ID, "end")); len(e.Calls) != 0 {
		t.Errorf("ana, who has agreed, is called: %+v", e.Calls)
	}
	eventually(t, "ben hears that ana has agreed", func() bool {
		v, err := ben.Table(s.ID)
		return err == nil && !slices.ContainsFunc(v.Seats, func(s api.Seat) bool { return s.Name == "ana" && s.Owes })
	})
	if e := waits(ben.Play(ctx, s.ID, "end")); len(e.Calls) != 1 || e.Calls[0].Table != s.ID || !e.Calls[0].Rematch {
		t.Errorf("ben is not called: %+v", e.Calls)
	}
	if _, err := ben.Rematch(ctx, s.ID); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben's computer player has moved", func() bool { v, err := ana.Table(s.ID); return err == nil && v.Turn == "ana" })
	refusedAs(t, ana.Play(ctx, s.ID, "no move"), api.ReasonIllegal)
}

// finishedGame plays a short game between two nodes to its end.
func finishedGame(t *testing.T, ana, ben *Node) api.Offer {
	t.Helper()
	ctx := context.Background()
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "5"}})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool {
		_, err := ben.Join(ctx, api.JoinRequest{Table: offer.ID, Play: "easy"})
		return err == nil
	})
	for _, n := range []*Node{ana, ben} {
		eventually(t, "the game is over", func() bool {
			ana.Play(ctx, offer.ID, "end")
			v, err := n.Table(offer.ID)
			return err == nil && v.Phase == api.PhaseOver
		})
	}
	return offer
}

// A rematch is called for while the other's daemon is down, and both start again:
// he is told, again after another start, and it is played.
func TestRematchOutlastsRestarts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	homes := []string{t.TempDir(), t.TempDir()}
	ana, stopAna := startStoppable(t, homes[0], "ana")
	ben, stopBen := startStoppable(t, homes[1], "ben", addr(ana))
	finishedGame(t, ana, ben)
	stopBen()
	s, err := ana.Rematch(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	id := mustID(t, s.ID)
	stopAna()

	ana, _ = startStoppable(t, homes[0], "ana")
	if ana.tables.game(id).awaits() {
		t.Fatal("ana's own consent is lost")
	}
	ben, stopBen = startStoppable(t, homes[1], "ben", addr(ana))
	hasCall := func(n *Node) bool {
		evs, _ := n.events.After(0)
		return slices.ContainsFunc(evs, func(e api.Event) bool {
			return e.Kind == api.EventOnward && e.Table == s.ID && e.Name == "ana" && e.What == api.Rematch
		})
	}
	eventually(t, "ben is told", func() bool { return hasCall(ben) })
	stopBen()
	ben, _ = startStoppable(t, homes[1], "ben", addr(ana))
	if !hasCall(ben) {
		t.Error("ben is not told again after a restart")
	}
	if hasCall(ana) {
		t.Error("ana is told of her own call")
	}
	if got, err := ben.Rematch(ctx, ""); err != nil || got.ID != s.ID {
		t.Fatalf("ben agrees to %s: %v", got.ID, err)
	}
	for _, n := range []*Node{ana, ben} {
		eventually(t, "the rematch plays", func() bool { v, err := n.Table(s.ID); return err == nil && v.Turn != "" })
	}
}

// A rematch without a table means the game played last. If somebody calls for one of another game, the person has to say which.
func TestRematchOfWhich(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	older := mustID(t, finishedGame(t, ana, ben).ID)
	eventually(t, "the clock's next second", func() bool { return uint64(time.Now().Unix()) > ana.tables.game(older).began() })
	newer := finishedGame(t, ana, ben)
	s, err := ben.Rematch(ctx, older.String())
	if err != nil {
		t.Fatal(err)
	}
	called := mustID(t, s.ID)
	eventually(t, "ana has heard", func() bool { return ana.tables.game(called) != nil })
	var said *api.Error
	if _, err := ana.Rematch(ctx, ""); !errors.As(err, &said) || said.Code != api.CodeAmbiguous || !slices.Contains(said.Candidates, newer.ID) {
		t.Errorf("not asked which: %v", err)
	}
	if !ana.tables.game(called).awaits() {
		t.Error("ana has agreed")
	}
	if v, err := ana.Table(s.ID); err != nil || v.Call == nil || !v.Call.Rematch || !slices.Equal(v.Call.Names, s.Names()) {
		t.Errorf("what ana is asked: %+v, %v", v.Call, err)
	}
	if got, err := ana.Rematch(ctx, s.ID[:8]); err != nil || got.ID != s.ID {
		t.Errorf("by its ID: %s, %v", got.ID, err)
	}
}

// TestTurnLimit: nobody plays, and the game goes on.
func TestTurnLimit(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, TurnLimit: 1}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool { return len(ben.Tables(ctx).Open) == 1 })
	if _, err := ben.Join(ctx, api.JoinRequest{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "both have moved", func() bool { v, err := ana.Table(""); return err == nil && len(v.Last) >= 3 })
	for _, n := range []*Node{ana, ben} { // both say of both why
		eventually(t, "it is said that the time had run out", func() bool {
			late := map[string]bool{}
			v, err := n.Table("")
			for _, p := range v.Last {
				late[p.Name] = late[p.Name] || p.Late
			}
			lateMove := func(name string) bool {
				return hasEventLike(n, api.EventMove, func(e api.Event) bool { return e.Name == name && e.Late })
			}
			return err == nil && late["ana"] && late["ben"] && lateMove("ana") && lateMove("ben")
		})
	}
}

// TestInTime: a move that a person makes in time, and one of a computer player, is not marked as late.
func TestInTime(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, TurnLimit: 3600, Bots: []string{"easy"}}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "both have moved", func() bool {
		if m, err := ana.Moves(""); err == nil && m.YourTurn && len(m.Moves) > 0 {
			ana.Play(ctx, "", m.Moves[len(m.Moves)-1])
		}
		v, err := ana.Table("")
		return err == nil && len(v.Last) >= 2
	})
	if hasEventLike(ana, api.EventMove, func(e api.Event) bool { return e.Late }) {
		t.Error("a move was late")
	}
}

func TestChatAndHint(t *testing.T) {
	ctx := context.Background()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	if err := nodes[1].Say(ctx, "", "good \x1b[31mluck"); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana hears ben", func() bool {
		evs, _ := nodes[0].events.After(0)
		for _, e := range evs {
			if e.Kind == api.EventChat && e.Name == "ben" && e.Text == "good [31mluck" && e.Fingerprint == nodes[1].Status().Fingerprint {
				return true
			}
		}
		return false
	})
	for _, n := range nodes {
		m, err := n.Moves("")
		if err != nil {
			t.Fatal(err)
		}
		hint, err := n.Hint("")
		if m.YourTurn != (err == nil) || m.YourTurn != (hint.Why != "") {
			t.Errorf("hint %q, %v", hint, err)
		}
	}
}

// successor describes a continuation from a node's own log.
func successor(t *testing.T, n *Node, parent record.Hash, settled int, seats ...int) (record.Hash, record.Continuation) {
	t.Helper()
	var c record.Continuation
	var err error
	n.tables.game(parent).look(func(r *replica.Snapshot) { c, err = r.Table().Successor(settled, seats, nil) })
	if err != nil {
		t.Fatal(err)
	}
	id, err := record.ContinuationID(c)
	if err != nil {
		t.Fatal(err)
	}
	return id, c
}

// calls makes a node call for a continuation, as its person would with another
// view of who is there.
func calls(t *testing.T, n *Node, id record.Hash, c record.Continuation) {
	t.Helper()
	g, err := n.tables.call(n.tables.game(c.Parent), func(*replica.Snapshot) (record.Continuation, error) { return c, nil })
	if err == nil {
		err = n.tables.accept(g)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Continue without an ID accepts only what its person would call for, not whatever others have called for.
func TestContinueAcceptsNothingUnseen(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	ana, ben, cleo := nodes[0], nodes[1], nodes[2]
	move(t, nodes, true) // a hand is settled
	id := mustID(t, ana.summaries()[0].ID)
	eventually(t, "hand 2", func() bool { v, err := ana.Table(""); return err == nil && v.Hand == 2 && v.Turn != "" })
	undo, c := successor(t, ana, id, 0, 0, 1, 2)
	calls(t, ana, undo, c)
	without, d := successor(t, ben, id, 1, 1, 2)
	calls(t, ben, without, d)
	eventually(t, "cleo has heard of both", func() bool { return cleo.tables.game(undo) != nil && cleo.tables.game(without) != nil })
	var said *api.Error
	if s, err := cleo.Continue(ctx, ""); !errors.As(err, &said) || said.Code != api.CodeConflict ||
		!slices.Contains(said.Candidates, undo.String()) || !slices.Contains(said.Candidates, without.String()) {
		t.Errorf("nobody is missing, and cleo agrees to %s with %v: %v", s.ID, s.Names(), err)
	}
	if s, err := cleo.Continue(ctx, id.String()); err != nil || s.ID == undo.String() || s.ID == without.String() || len(s.Names()) != 3 {
		t.Errorf("cleo accepts %s with %v: %v", s.ID, s.Names(), err)
	}
	for _, s := range cleo.summaries() {
		if want := s.ID == undo.String() || s.ID == without.String(); (s.Call != nil) != want || want && s.Call.Rematch {
			t.Errorf("what cleo is asked at %s: %+v", s.ID, s.Call)
		}
	}
	if s, err := cleo.Continue(ctx, without.String()[:8]); err != nil || s.ID != without.String() {
		t.Errorf("by its ID, cleo accepts %s: %v", s.ID, err)
	}
	if _, err := cleo.Rematch(ctx, id.String()); err == nil {
		t.Error("a rematch of a game that is not over")
	}
}

// turnOf returns whose turn it is at a table.
func turnOf(t *testing.T, n *Node, id string) string {
	t.Helper()
	v, err := n.Table(id)
	if err != nil {
		t.Fatal(err)
	}
	return v.Turn
}

// Continue without a table means the table that waits for somebody, whatever others call for at another one; if nobody is missing, it
// agrees to nothing.
func TestContinueMeansTheTableThatWaits(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	ana, ben, cleo := nodes[0], nodes[1], nodes[2]
	first := mustID(t, ana.summaries()[0].ID)
	move(t, nodes, true) // a hand is settled
	eventually(t, "hand 2", func() bool { v, err := ana.Table(""); return err == nil && v.Hand == 2 && v.Turn != "" })

	dan, stop := startStoppable(t, t.TempDir(), "dan", addr(cleo))
	offer, err := cleo.Host(ctx, api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "dan joins", func() bool { _, err := dan.Join(ctx, api.JoinRequest{Table: offer.ID}); return err == nil })
	eventually(t, "they play", func() bool { v, err := cleo.Table(offer.ID); return err == nil && v.Turn != "" })

	undo, c := successor(t, ben, first, 0, 0, 1, 2)
	calls(t, ben, undo, c)
	again, c := successor(t, ben, first, 1, 0, 1, 2) // the very one that cleo would call for
	calls(t, ben, again, c)
	heard := func() bool { return cleo.tables.game(undo) != nil && cleo.tables.game(again) != nil }
	eventually(t, "cleo has heard of both", heard)
	waited := slices.DeleteFunc([]string{turnOf(t, cleo, first.String()), turnOf(t, cleo, offer.ID)}, func(name string) bool { return name == "cleo" })
	if s, err := cleo.Continue(ctx, ""); err == nil {
		t.Errorf("nobody is missing anywhere, and cleo agrees to %s", s.ID)
	} else if said := (*api.Error)(nil); !errors.As(err, &said) || said.Reason != api.ReasonNobodyMissing || !slices.Equal(slices.Sorted(slices.Values(said.Names)), slices.Sorted(slices.Values(waited))) {
		t.Errorf("nobody is missing: %v, and the tables wait for %v", err, said)
	}
	stop()
	eventually(t, "dan is missed", func() bool {
		v, err := cleo.Table(offer.ID)
		return err == nil && !v.Seats[1].Online
	})
	if s, err := cleo.Continue(ctx, ""); reasonFor(err) != api.ReasonCannotContinue {
		t.Errorf("two seats cannot lose one: table %q, %v", s.ID, err)
	}
	if !cleo.tables.game(undo).awaits() || !cleo.tables.game(again).awaits() {
		t.Error("cleo has agreed to what ben called for at the other table")
	}
	ana.end()
	eventually(t, "ana is missed", func() bool {
		v, err := cleo.Table(first.String())
		return err == nil && !v.Seats[0].Online
	})
	if s, err := cleo.Continue(ctx, ""); err != nil || s.Parent != first.String() || !slices.Equal(s.Names(), []string{"ben", "cleo"}) {
		t.Errorf("the table of three can go on, and that of two cannot: %+v, %v", s, err)
	}
}

// If two continuations with the same people cross, all of them play on at one.
func TestContinuationsCross(t *testing.T) {
	t.Parallel()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	ana, ben, cleo := nodes[0], nodes[1], nodes[2]
	id := mustID(t, ana.summaries()[0].ID)
	all, c := successor(t, ana, id, 0, 0, 1, 2)
	calls(t, ana, all, c)
	two, d := successor(t, ben, id, 0, 0, 1)
	calls(t, ben, two, d)
	eventually(t, "all hear", func() bool {
		return ana.tables.game(two) != nil && ben.tables.game(all) != nil && cleo.tables.game(all) != nil
	})
	accepts := func(n *Node, id record.Hash) {
		if err := n.tables.accept(n.tables.game(id)); err != nil {
			t.Error(err)
		}
	}
	accepts(cleo, all)
	arrived := func(n *Node, id record.Hash) (c int) {
		n.tables.game(id).look(func(r *replica.Snapshot) { c = len(r.Table().Arrived()) })
		return c
	}
	eventually(t, "ben has heard cleo", func() bool { return arrived(ben, all) == 2 })
	var both sync.WaitGroup
	both.Go(func() { accepts(ana, two) })
	both.Go(func() { accepts(ben, all) })
	both.Wait()
	begun := func(n *Node, id record.Hash) (yes bool) {
		n.tables.game(id).look(func(r *replica.Snapshot) { yes = r.InPlay() && !r.Local().Left })
		return yes
	}
	eventually(t, "ana and ben play on at one table", func() bool {
		return begun(ana, two) && begun(ben, two) || begun(ana, all) && begun(ben, all)
	})
	for _, n := range []*Node{ana, ben} {
		eventually(t, "the table that is meant without a name is the one that has begun", func() bool {
			v, err := n.Table("")
			return err == nil && begun(n, mustID(t, v.ID))
		})
		for _, s := range n.summaries() {
			if s.Phase != api.PhaseSeated && s.Parent != "" && !begun(n, mustID(t, s.ID)) {
				t.Errorf("%s, which has not begun, counts as %s", s.ID, s.Phase)
			}
		}
	}
}

// Nobody can go on from a continuation that this node does not play.
func TestContinuationOfOneThatHasNotBegun(t *testing.T) {
	t.Parallel()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	ana, ben := nodes[0], nodes[1]
	id, c := successor(t, ben, mustID(t, ana.summaries()[0].ID), 0, 0, 1, 2)
	calls(t, ben, id, c)
	eventually(t, "ana has heard", func() bool { return ana.tables.game(id) != nil })
	next, d := successor(t, ben, id, 0, 0, 1)
	if g, err := calledFor(ana, ben, d); err == nil || ana.tables.game(next) != nil {
		t.Errorf("ana keeps %v", g)
	}
}

// A seat that is online but signs nothing can be left out by name.
func TestContinueWithout(t *testing.T) {
	ctx := context.Background()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	ana, cleo := nodes[0], nodes[2]
	id := ana.summaries()[0].ID
	if _, err := ana.Continue(ctx, "", "zoe"); err == nil {
		t.Error("nobody is called zoe")
	}
	for _, n := range []*Node{ana, cleo} {
		if s, err := n.Continue(ctx, id, "ben"); err != nil || len(s.Names()) != 2 {
			t.Fatalf("%v %v", s.Names(), err)
		}
	}
	for _, n := range []*Node{ana, cleo} {
		eventually(t, "it plays", func() bool { v, err := n.Table(""); return err == nil && len(v.Seats) == 2 && v.Turn != "" })
	}
}

// When the game is over, a call without a table means the continuation, not the table that it goes on from, even after a restart.
func TestTheContinuationIsMeant(t *testing.T) {
	ctx := context.Background()
	homes := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	nodes := playing(t, homes, "5")
	if _, err := nodes[2].Leave(ctx, ""); err != nil {
		t.Fatal(err)
	}
	two := nodes[:2]
	for _, n := range two {
		eventually(t, "cleo has left", func() bool { v, err := n.Table(""); return err == nil && v.Seats[2].Left })
	}
	s, err := nodes[0].Continue(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nodes[1].Continue(ctx, ""); err != nil {
		t.Fatal(err)
	}
	over := func() bool {
		v, err := two[0].Table(s.ID)
		return err == nil && v.Phase == api.PhaseOver
	}
	for !over() { // who opens a hand is drawn: ana may still have to hear that ben has ended it
		eventually(t, "a move or the end", func() bool { return over() || moved(two, true) })
	}
	meant := func(n *Node) bool {
		v, err := n.Table("")
		return err == nil && v.ID == s.ID && v.Phase == api.PhaseOver
	}
	eventually(t, "the continuation is over, and meant", func() bool { return meant(nodes[0]) })
	nodes[0].end()
	again, _ := startStoppable(t, homes[0], "ana")
	if !meant(again) {
		t.Error("after a restart another table is meant")
	}
}

// Two of three do not go on from before a hand that they have receipted: a node neither calls for such a continuation, nor keeps such
// a call, nor begins one that it accepted before the hand was settled.
func TestNoGoingBackBehindAReceipt(t *testing.T) {
	t.Parallel()
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	ana, ben, cleo := nodes[0], nodes[1], nodes[2]
	id := mustID(t, ana.summaries()[0].ID)
	early, e := successor(t, ana, id, 0, 0, 1)
	calls(t, ana, early, e)
	eventually(t, "ben has heard", func() bool { return ben.tables.game(early) != nil })
	eventually(t, "a hand is settled", func() bool {
		for _, n := range nodes {
			if n.Play(context.Background(), id.String(), "end") == nil {
				return true
			}
		}
		return false
	})
	for _, n := range nodes {
		eventually(t, "hand 2", func() bool { v, err := n.Table(id.String()); return err == nil && v.Hand == 2 && v.Turn != "" })
	}
	if _, err := ben.Continue(context.Background(), early.String()); err == nil {
		t.Error("ben agrees to take back what he has signed")
	}
	back, c := successor(t, ana, id, 0, 0, 2)
	if g, err := calledFor(cleo, ana, c); err == nil || cleo.tables.game(back) != nil {
		t.Errorf("cleo keeps a call to take a hand back: %v", g)
	}
	// Ben's program signs it all the same: ana's plays on at the first table.
	err := ben.tables.game(early).do(t.Context(), func(r *replica.Replica, now time.Time) error { r.Accept(now); return nil })
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana leaves the continuation", func() (left bool) {
		ana.tables.game(early).look(func(r *replica.Snapshot) { left = r.Declined() })
		return left
	})
	if !ana.tables.game(id).inPlay() {
		t.Error("ana has left the table that goes on")
	}
}

// A continuation that nobody has accepted has no log: with a leave notice alone, it
// would be a file that nobody could verify.
func TestNoLogWithoutAcceptances(t *testing.T) {
	nodes := playing(t, []string{t.TempDir(), t.TempDir(), t.TempDir()}, "1000")
	ana := nodes[0]
	id, c := successor(t, ana, mustID(t, ana.summaries()[0].ID), 0, 0, 1, 2)
	g, err := ana.tables.call(ana.tables.game(c.Parent), func(*replica.Snapshot) (record.Continuation, error) { return c, nil })
	if err != nil {
		t.Fatal(err)
	}
	if log, err := ana.Log(id.String()); err == nil {
		t.Errorf("a log of %d records", len(log))
	}
	if err := g.do(t.Context(), func(r *replica.Replica, now time.Time) error { return r.Retire(now) }); err != nil {
		t.Fatal(err)
	}
	if log, err := ana.Log(id.String()); err == nil {
		t.Errorf("left: a log of %d records", len(log))
	}
}

// To ask for a rematch that was already played, and is in the archive, is no internal error.
func TestRematchThatWasPlayed(t *testing.T) {
	homes := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	ana := playing(t, homes, "1000")[0]
	parent := mustID(t, ana.summaries()[0].ID)
	id, c := successor(t, ana, parent, 0, 0, 1, 2)
	played, err := json.Marshal(archived{Summary: api.Summary{ID: id.String(), Seats: []api.Seat{{}}, Seat: -1}})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(ana.cfg.Store.Create(id, replica.Genesis{Continuation: &c}, nil), ana.cfg.Store.PutDone(id, session.Done{Summary: played})); err != nil {
		t.Fatal(err)
	}
	ana.end()
	ana, _ = startStoppable(t, homes[0], "ana")
	_, err = ana.tables.call(ana.tables.game(parent), func(*replica.Snapshot) (record.Continuation, error) { return c, nil })
	var said *api.Error
	if !errors.As(err, &said) || said.Code != api.CodeConflict {
		t.Errorf("got %v", err)
	}
}

// calledFor makes a node take in a continuation that another one has called for.
func calledFor(n, caller *Node, c record.Continuation) (*game, error) {
	return await(func(done func(*session.Table, error)) { n.session.TakeCall(caller.self, c, done) })
}

// Without a table, the one that goes on is meant, or else the one played last: not one that has stopped because the only other player
// has left, and not one that this node has called for and nobody has agreed to.
func TestTheTableThatGoesOnIsMeant(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	cleo := startNode(t, "cleo", addr(ana), addr(ben))
	table := func(others ...*Node) string {
		t.Helper()
		offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 1 + len(others)})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range others {
			eventually(t, "somebody joins", func() bool {
				_, err := n.Join(ctx, api.JoinRequest{Table: offer.ID})
				return err == nil
			})
		}
		eventually(t, "the table plays", func() bool { v, err := ana.Table(offer.ID); return err == nil && v.Turn != "" })
		return offer.ID
	}
	stopped := table(ben)
	eventually(t, "ben leaves", func() bool { _, err := ben.Leave(ctx, stopped); return err == nil })
	eventually(t, "the table has stopped", func() bool { v, err := ana.Table(""); return err == nil && v.Phase == api.PhaseStopped })

	eventually(t, "the clock's next second", func() bool { return uint64(time.Now().Unix()) > ana.tables.game(mustID(t, stopped)).began() })
	over := finishedGame(t, ana, cleo).ID
	if v, err := ana.Table(""); err != nil || v.ID != over {
		t.Errorf("a game that was finished later: %s, %v", v.ID, err)
	}

	played := table(ben, cleo)
	if v, err := ana.Table(""); err != nil || v.ID != played {
		t.Errorf("beside a table that has stopped: %s, %v", v.ID, err)
	}
	if _, err := ana.Continue(ctx, played, "ben"); err != nil {
		t.Fatal(err)
	}
	if v, err := ana.Table(""); err != nil || v.ID != played {
		t.Errorf("beside a table that is called for: %s, %v", v.ID, err)
	}
}
