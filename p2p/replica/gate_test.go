package replica_test

import (
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/tabletest"
	"fives/p2p/replica"
)

// restart brings a node back with the first part of its log.
func (w *network) restart(seat int, keep int) *replica.Replica {
	w.t.Helper()
	for j := range w.nodes {
		if w.joined[[2]int{seat, j}] {
			w.part(seat, j)
		}
	}
	full := log(w.nodes[seat].Table())
	last := w.add(seat, true, full[:min(keep, len(full))])
	w.nodes[seat] = w.nodes[last]
	w.nodes, w.saved, w.penalized = w.nodes[:last], w.saved[:last], w.penalized[:last]
	w.saved[seat] = nil
	return w.nodes[seat]
}

// own counts the records that a node signed since it started.
func (w *network) signed(seat int, known []record.Record) int {
	n := 0
	for _, r := range w.saved[seat] {
		if r.Author != w.node(seat) {
			continue
		}
		old := false
		for _, k := range known {
			old = old || k.Same(r)
		}
		if !old {
			n++
		}
	}
	return n
}

// Nothing is signed before all have been heard.
func TestGate(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.mesh()
	w.run(w.until(9))
	known := log(w.nodes[1].Table())
	n := w.restart(0, 9)
	for range 100 {
		w.now = w.now.Add(time.Second)
		n.Tick(w.now)
		w.pass()
	}
	if n.Ready() || len(n.Unheard()) != 2 || w.signed(0, known) > 0 {
		t.Fatalf("alone: ready %v, unheard %v, signed %d", n.Ready(), n.Unheard(), w.signed(0, known))
	}
	w.join(0, 1)
	w.settle(nil)
	if n.Ready() || w.signed(0, known) > 0 {
		t.Fatalf("with one of two: ready %v, signed %d", n.Ready(), w.signed(0, known))
	}
	w.join(0, 2)
	w.settle(nil)
	if !n.Ready() || n.Unheard() != nil {
		t.Fatalf("with all: unheard %v", n.Unheard())
	}
	w.innocent()
}

// Two nodes that never see each other hear of each other through a third.
func TestGateThroughAThird(t *testing.T) {
	w := newNetwork(t, 4, map[string]any{"hands": 1})
	line := func() { w.join(0, 1); w.join(1, 2); w.join(2, 3) }
	line()
	w.run(w.until(9))
	for i := range w.nodes {
		w.restart(i, 1000)
	}
	line()
	w.run(func() bool {
		for _, n := range w.nodes {
			if !n.Ready() {
				return false
			}
		}
		return true
	})
	w.innocent()
}

// A third's word does not stand in for a node that is connected itself.
func TestGateFirstHand(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.mesh()
	w.run(w.until(9))
	n := w.restart(0, 1000)
	n.Connect("1", w.node(1), w.now)
	n.Connect("2", w.node(2), w.now)
	ask := n.Take().Send[0].Message.Have.Asks[0]
	tb := n.Table()
	lie := replica.Have{Step: tb.Step(), Head: tb.Head(), Asks: []replica.Ask{{Seat: ask.Seat, Nonce: ask.Nonce, Heard: 7}}}
	for range 20 {
		w.now = w.now.Add(time.Second)
		n.Receive("1", replica.Message{Have: &lie}, w.now)
		n.Receive("2", replica.Message{}, w.now)
	}
	if n.Ready() {
		t.Error("one node's word opens the gate for both")
	}
}

// A false claim does not keep the gate shut once a true one follows, and a
// claim counts only when this node has all that it names.
func TestGateCatchesUp(t *testing.T) {
	w := newNetwork(t, 2, nil)
	w.join(0, 1)
	w.run(w.until(9))
	n := w.restart(0, 4)
	n.Connect("1", w.node(1), w.now)
	ask := n.Take().Send[0].Message.Have.Asks[0]
	ask.Heard = 2
	tb := w.nodes[1].Table()
	for _, h := range []replica.Have{
		{Step: 1 << 60}, {Step: tb.Step(), Head: tb.Head()},
		{Step: n.Table().Step(), Head: record.Hash{1}},
		{Step: n.Table().Step(), Head: n.Table().Head(), Arrived: 3},
	} {
		h.Asks = []replica.Ask{ask}
		n.Receive("1", replica.Message{Have: &h}, w.now)
		if n.Ready() {
			t.Fatalf("open after %+v", h)
		}
	}
	old := ask
	old.Nonce++
	n.Receive("1", replica.Message{Have: &replica.Have{Step: 2, Head: headAt(n, 2), Asks: []replica.Ask{old}}}, w.now)
	if n.Ready() {
		t.Fatal("open by the answer to another question")
	}
	n.Receive("1", replica.Message{Have: &replica.Have{Step: n.Table().Step(), Head: n.Table().Head(), Asks: []replica.Ask{ask}}}, w.now)
	if !n.Ready() {
		t.Error("shut after a true claim")
	}
}

// A node that hears a question forgets the records that are in nobody's log: the asker
// could not learn of them.
func TestAskDropsEarlyRecords(t *testing.T) {
	w := newNetwork(t, 2, nil)
	w.join(0, 1)
	w.run(w.until(9))
	full := log(w.nodes[0].Table())
	i := w.add(-1, false, full[:2])
	n := w.nodes[i]
	n.Connect("0", w.node(0), w.now)
	n.Receive("0", replica.Message{Records: full[4:6]}, w.now)
	n.Receive("0", replica.Message{Have: &replica.Have{Step: 2, Asks: []replica.Ask{{Seat: 0, Nonce: 1}}}}, w.now)
	n.Receive("0", replica.Message{Records: full[2:4]}, w.now)
	if got := len(n.Take().Save.Records); got != 2 {
		t.Errorf("%d records are taken in, not 2", got)
	}
}

// The same holds for proofs of stacks that wait for each other. The asker makes its own
// again, and is at fault for nothing.
func TestAskDropsWaitingProofs(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 4, nil, 1)
	g.Owed(record.KindProof)
	tb, asker := g.Table(), g.Players[1]
	before, after := g.Make(asker), g.Make(asker)
	if before.Same(after) {
		t.Fatal("both proofs are the same")
	}
	r, _ := alone(g, g.Players[0], asker)
	receive(r, before)
	ask := replica.Ask{Seat: 1, Nonce: 7, Heard: 1 << 1}
	r.Receive("peer", replica.Message{Have: &replica.Have{Step: tb.Step(), Head: tb.Head(), Asks: []replica.Ask{ask}}}, time.Unix(1, 0))
	receive(r, after)
	receive(r, g.Make(g.Players[2]), g.Make(g.Players[3]))
	if faults := r.Table().Faults(); len(faults) > 0 || r.Table().Pending().Kind == record.KindProof {
		t.Errorf("a %s is owed, and %v", r.Table().Pending().Kind, faults)
	}
}

// Questions are bounded, also when a peer makes them up.
func TestAsksAreBounded(t *testing.T) {
	w := newNetwork(t, 3, nil)
	n := w.nodes[0]
	n.Connect("1", w.node(1), w.now)
	for i := range uint64(100) {
		w.now = w.now.Add(time.Second)
		n.Receive("1", replica.Message{Have: &replica.Have{Step: 2, Asks: []replica.Ask{{Seat: 1, Nonce: i}, {Seat: 2, Nonce: i}}}}, w.now)
	}
	n.Take()
	w.now = w.now.Add(replica.Heartbeat)
	n.Tick(w.now)
	for _, e := range n.Take().Send {
		if h := e.Message.Have; h != nil && len(h.Asks) > 8 {
			t.Errorf("%d questions are kept", len(h.Asks))
		}
	}
}

// A peer that makes up questions does not make this node speak to the others
// more than once a second, and with more of them than there can be, not at all.
func TestAsksAreSpreadSeldom(t *testing.T) {
	w := newNetwork(t, 3, nil)
	n := w.nodes[0]
	n.Connect("1", w.node(1), w.now)
	n.Connect("2", w.node(2), w.now)
	n.Receive("1", replica.Message{Have: &replica.Have{Step: 2, Head: headAt(n, 2)}}, w.now)
	n.Receive("2", replica.Message{Have: &replica.Have{Step: 2, Head: headAt(n, 2), Links: 1 << 2}}, w.now)
	n.Take()
	passOn := func(asks []replica.Ask) (sent, penalized int) {
		n.Receive("1", replica.Message{Have: &replica.Have{Step: 2, Head: headAt(n, 2), Asks: asks}}, w.now)
		out := n.Take()
		for _, e := range out.Send {
			if e.To == "2" {
				sent++
			}
		}
		return sent, len(out.Penalize)
	}
	ask := func(nonces ...uint64) (asks []replica.Ask) {
		for _, i := range nonces {
			asks = append(asks, replica.Ask{Seat: 1, Nonce: i})
		}
		return asks
	}
	if sent, _ := passOn(ask(1)); sent != 1 {
		t.Errorf("a question is passed on %d times", sent)
	}
	if sent, _ := passOn(ask(2, 3, 4)); sent != 0 {
		t.Errorf("more of them at once are passed on %d times", sent)
	}
	w.now = w.now.Add(time.Second)
	if sent, _ := passOn(ask(5, 6, 7)); sent != 1 {
		t.Errorf("three a second later are passed on %d times", sent)
	}
	if sent, penalized := passOn(make([]replica.Ask, 13)); sent != 0 || penalized != 1 {
		t.Errorf("13 questions of 3 seats: %d times passed on, %d times penalized", sent, penalized)
	}
}

func headAt(n *replica.Replica, step uint64) record.Hash {
	h, _ := n.Table().HeadAt(step)
	return h
}
