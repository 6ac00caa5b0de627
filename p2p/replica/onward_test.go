package replica_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// onward is the ID of the table in which a node would go on.
func onward(t *testing.T, n *replica.Replica) (record.Hash, record.Continuation) {
	t.Helper()
	c, err := n.Onward()
	if err != nil {
		t.Fatal(err)
	}
	id, err := record.ContinuationID(c)
	if err != nil {
		t.Fatal(err)
	}
	return id, c
}

// branches is a network of two of three seats, of which the third forked the log
// in the last step of the first hand: both have settled it, differently.
func branches(t *testing.T) *network {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 3)
	g.Until(func(tb *table.Table) bool { return tb.Pending().Why == rules.Show })
	cheat := g.Turn()
	w := &network{t: t, joined: map[[2]int]bool{}, now: time.Unix(1_750_000_000, 0)}
	var rest []record.Record
	for _, p := range g.Players {
		if p != cheat && p.Owes() {
			rest = append(rest, g.Make(p))
		}
	}
	versions := []record.Record{g.Make(cheat), g.Make(cheat)} // with other nonces
	for _, p := range g.Players {
		if p == cheat {
			continue
		}
		i := len(w.nodes)
		for _, r := range append(rest, versions[i]) {
			if err := p.Take(r); err != nil {
				t.Fatal(err)
			}
		}
		p.Take(versions[1-i])
		if !p.Table.Stopped() || len(p.Table.Results()) != 1 {
			t.Fatalf("stopped %v, %d hands settled", p.Table.Stopped(), len(p.Table.Results()))
		}
		w.nodes = append(w.nodes, replica.New(p.Table, replica.Config{
			Seats: []*replica.LocalSeat{{Key: p.Key}}, Loaded: true, Rand: rand.NewChaCha8([32]byte{byte(i)}),
		}))
		w.saved, w.penalized = append(w.saved, nil), append(w.penalized, 0)
	}
	return w
}

// Seats that disagree on the last settled hand go on from the last one common
// to all, also where both had stopped before they met (PROTOCOL §5.7).
func TestOnwardFromTheLastCommonHand(t *testing.T) {
	w := branches(t)
	w.join(0, 1)
	w.run(func() bool {
		a, errA := w.nodes[0].Onward()
		b, errB := w.nodes[1].Onward()
		return errA == nil && errB == nil && a.Carry.Hands == 0 && b.Carry.Hands == 0
	})
	a, c := onward(t, w.nodes[0])
	if b, _ := onward(t, w.nodes[1]); a != b {
		t.Error("they go on in two tables")
	}
	for i, n := range w.nodes {
		if n.Table().CheckContinuation(c) != nil {
			t.Errorf("node %d does not accept it", i)
		}
		if w.penalized[i] > 2 {
			t.Errorf("node %d was penalized %d times", i, w.penalized[i])
		}
	}
}

// Any node can claim that its log differs. Without the two records of the fork, the claim
// takes no settled hand away.
func TestOnwardBelievesNoUnprovedFork(t *testing.T) {
	w := newNetwork(t, 2, nil)
	w.join(0, 1)
	n := w.nodes[0]
	w.run(func() bool { return len(n.Table().Results()) == 1 })
	n.Receive("1", replica.Message{Heads: &replica.Heads{From: 2, Heads: []record.Hash{headAt(n, 2), {1}}}}, w.now)
	if _, c := onward(t, n); c.Carry.Hands != 1 {
		t.Errorf("it goes on from hand %d", c.Carry.Hands)
	}
}

// Leave notices stand outside the steps: they reach the other branch of a fork.
func TestNoticesCrossAFork(t *testing.T) {
	w := branches(t)
	w.join(0, 1)
	if err := w.nodes[0].Retire(w.now); err != nil {
		t.Fatal(err)
	}
	w.run(func() bool { return w.nodes[1].Table().HasLeft(w.nodes[0].Local().Seat()) })
}

// Those who are there go on; a computer player goes the way of its host.
func TestOnwardLeavesOut(t *testing.T) {
	w := newNetwork(t, 4, nil)
	w.mesh()
	w.run(w.until(9))
	for a := range 3 {
		w.part(a, 3)
	}
	if err := w.nodes[2].Retire(w.now); err != nil {
		t.Fatal(err)
	}
	w.run(func() bool {
		w.now = w.now.Add(replica.AwayAfter)
		c, err := w.nodes[0].Onward()
		return err == nil && len(c.Players) == 2
	})
	a, c := onward(t, w.nodes[0])
	if b, _ := onward(t, w.nodes[1]); a != b {
		t.Error("they go on in two tables")
	}
	for i, want := range []int{1, 1, 0, 0} {
		if got := len(w.nodes[i].Keeps(c)); got != want {
			t.Errorf("node %d keeps %d seats, not %d", i, got, want)
		}
	}
	w.nodes[0].Retire(w.now)
	if len(w.nodes[0].Keeps(c)) != 0 {
		t.Error("a seat that plays on elsewhere is kept here, too")
	}
}

// A node was seated and does not play, say because it was refused. It does not have the
// table, and says so, and the others go on without it, even against the word of the node
// that seated it.
func TestOnwardWithoutTheUnwilling(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.join(0, 1)
	w.edit = func(from int, m replica.Message) replica.Message {
		if from == 0 && m.Have != nil {
			h := *m.Have
			h.Links |= 1 << 2
			m.Have = &h
		}
		return m
	}
	w.settle(nil)
	for _, i := range []int{0, 1} {
		w.nodes[i].Connect("2", w.node(2), w.now)
		w.nodes[i].Receive("2", replica.Message{Have: &replica.Have{Empty: true}}, w.now)
	}
	w.settle(nil)
	for _, n := range w.nodes[:2] {
		for _, connected := range []bool{true, false} {
			if _, c := onward(t, n); len(c.Players) != 2 {
				t.Errorf("connected %v: %d go on", connected, len(c.Players))
			}
			n.Disconnect("2", w.now)
		}
	}
	w.edit = nil
	w.join(0, 2) // she plays after all
	w.settle(w.until(5))
	if _, c := onward(t, w.nodes[1]); len(c.Players) != 3 {
		t.Errorf("of three who have signed the roster %d go on", len(c.Players))
	}
}

// A continuation begins when all have accepted it, and not where its seats have
// begun another one since.
func TestBegins(t *testing.T) {
	w := newNetwork(t, 2, nil)
	w.join(0, 1)
	w.run(w.until(9))
	_, c := onward(t, w.nodes[0])
	child := func() *network {
		x := &network{t: t, joined: map[[2]int]bool{}, now: w.now, keys: w.keys, genesis: replica.Genesis{Continuation: &c}}
		for i, k := range w.keys {
			tb, err := x.genesis.Table(find)
			if err != nil {
				t.Fatal(err)
			}
			x.nodes = append(x.nodes, replica.New(tb, replica.Config{
				Seats: []*replica.LocalSeat{{Key: k}}, Held: true, Loaded: true, Rand: rand.NewChaCha8([32]byte{byte(i)}),
			}))
			x.saved, x.penalized = append(x.saved, nil), append(x.penalized, 0)
		}
		x.join(0, 1)
		return x
	}
	x := child()
	x.settle(nil)
	n := x.nodes[0]
	if !n.Called() || n.AwaitsRelease() {
		t.Errorf("called: %v, begins: %v", n.Called(), n.AwaitsRelease())
	}
	n.Accept(x.now)
	x.settle(nil)
	if n.Called() || n.AwaitsRelease() || !x.nodes[1].Called() {
		t.Errorf("accepted by one: called %v, begins %v", n.Called(), n.AwaitsRelease())
	}
	x.nodes[1].Accept(x.now)
	x.settle(nil)
	if !n.AwaitsRelease() || n.Table().Step() != 1 || len(n.Table().Arrived()) > 0 {
		t.Fatalf("accepted by all: begins %v, step %d", n.AwaitsRelease(), n.Table().Step())
	}
	if n.Halt(true, x.now); n.AwaitsRelease() {
		t.Error("one whose key is in use elsewhere begins")
	}
	x.now = x.now.Add(replica.Heartbeat) // a question of a seat is taken in once a second
	n.Halt(false, x.now)
	x.settle(nil)
	x.nodes[1].Retire(x.now)
	if y := child(); y.nodes[0].Retire(y.now) != nil || y.nodes[0].Called() {
		t.Error("one that has left it waits for an answer")
	}
	if x.nodes[1].AwaitsRelease() {
		t.Error("one that plays elsewhere begins")
	}
	n.Release(x.now)
	if n.AwaitsRelease() || len(n.Table().Arrived()) != 1 {
		t.Error("released, it does not begin")
	}
}

// A home that was restored from a copy of before it left learns of that from
// the others before it signs anything.
func TestRestoredLeaver(t *testing.T) {
	w := newNetwork(t, 2, nil)
	w.join(0, 1)
	w.run(w.until(9))
	if err := w.nodes[0].Retire(w.now); err != nil {
		t.Fatal(err)
	}
	w.run(func() bool { return w.nodes[1].Table().HasLeft(0) })
	w.settle(nil)
	known := log(w.nodes[1].Table())
	known = known[:len(known)-1] // without the notice
	n := w.restart(0, 9)
	n.Connect("1", w.node(1), w.now)
	ask := n.Take().Send[0].Message.Have.Asks[0]
	ask.Heard = 2
	tb := w.nodes[1].Table()
	n.Receive("1", replica.Message{Records: known}, w.now) // and the notice is lost
	n.Receive("1", replica.Message{Have: &replica.Have{Step: tb.Step(), Head: tb.Head(), Left: 1, Asks: []replica.Ask{ask}}}, w.now)
	if n.Ready() || n.Table().Head() != tb.Head() {
		t.Error("it signs without having all that the other has")
	}
	w.join(0, 1)
	w.run(func() bool { return n.Local().Left })
	w.settle(nil)
	if !n.Ready() || w.signed(0, known) > 0 {
		t.Errorf("ready %v, and signed %d", n.Ready(), w.signed(0, known))
	}
}

// An onlooker has no say: neither on the seats that are there, nor on the records that the
// seats have heard.
func TestOnlookersHaveNoSay(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.mesh()
	w.run(w.until(9))
	n := w.restart(0, 1000)
	watcher := w.add(-1, false, nil)
	n.Connect("watcher", w.node(watcher), w.now)
	ask := n.Take().Send[0].Message.Have.Asks[0]
	tb := n.Table()
	lie := replica.Have{
		Step: tb.Step(), Head: tb.Head(), Arrived: 0, Links: 7,
		Asks: []replica.Ask{{Seat: ask.Seat, Nonce: ask.Nonce, Heard: 7}, {Seat: 1, Nonce: 5, Heard: 7}},
	}
	for range 20 {
		w.now = w.now.Add(time.Second)
		n.Receive("watcher", replica.Message{Have: &lie}, w.now)
	}
	if n.Ready() {
		t.Error("its word opens the gate")
	}
	if online, _ := n.Online(2); online {
		t.Error("its word brings a seat back")
	}
	w.now = w.now.Add(replica.Heartbeat)
	n.Tick(w.now)
	for _, e := range n.Take().Send {
		if h := e.Message.Have; h != nil && len(h.Asks) != 1 {
			t.Errorf("it puts questions: %+v", h.Asks)
		}
	}
}

// Where a seat has left without which the hand cannot go on, nobody moves any more: no person, no computer player, and nobody whose
// time is up. Where the others act for that seat, they do.
func TestNoMovesWhereASeatIsLost(t *testing.T) {
	for _, cover := range []bool{false, true} {
		w := newNetwork(t, 4, nil)
		if cover {
			w = newCovered(t, 4, nil)
		}
		n := w.nodes[0]
		for _, other := range w.nodes {
			other.Table().Terms().TurnLimit = 60
		}
		n.Local().Bot = nil
		w.mesh()
		w.run(func() bool { d := n.Table().Pending(); return d.Kind == record.KindMove && d.Owes(0) })
		step, limited := n.Table().Step(), !n.Deadline().IsZero()
		move := n.Table().Position().Moves(0, n.Observe(n.Local()))[0]
		if err := w.nodes[2].Leave(w.nodes[2].Local(), w.now); err != nil || !limited {
			t.Fatal(err, limited)
		}
		w.settle(nil)
		if n.Halts() == cover || n.Deadline().IsZero() == cover {
			t.Errorf("cover %v: halts %v, until %v", cover, n.Halts(), n.Deadline())
		}
		if cover {
			if err := n.Play(n.Local(), move, w.now); err != nil {
				t.Error(err)
			}
			continue
		}
		if err := n.Play(n.Local(), move, w.now); !errors.Is(err, seat.ErrNotDue) {
			t.Errorf("a move: %v", err)
		}
		until := w.now.Add(2 * time.Minute)
		w.run(func() bool { return w.now.After(until) })
		n.Local().Bot = &tabletest.Drill.Bots[0]
		until = until.Add(time.Minute)
		w.run(func() bool { return w.now.After(until) })
		if now := n.Table().Step(); now != step {
			t.Errorf("from step %d to %d", step, now)
		}
	}
}
