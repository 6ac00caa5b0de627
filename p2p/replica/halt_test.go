package replica_test

import (
	"errors"
	"testing"
	"time"

	"fives/p2p/replica"
)

// While another daemon runs with a node's key, its seat signs nothing at all. When that is
// over, it hears the others first: what the other one has signed meanwhile is taken in, and
// nobody is at fault.
func TestHalt(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.mesh()
	w.run(w.until(9))
	n, known := w.nodes[0], log(w.nodes[0].Table())
	n.Halt(true, w.now)
	w.saved[0] = nil
	for range 100 {
		w.now = w.now.Add(time.Second)
		for i := range w.nodes {
			w.nodes[i].Halt(i == 0, w.now) // each turn says it again
			w.nodes[i].Tick(w.now)
		}
		w.pass()
	}
	if n.Ready() || !n.Halted() || !n.Snapshot().Halted() || w.signed(0, known) > 0 || w.nodes[1].Halted() {
		t.Fatalf("ready %v, halted %v, signed %d", n.Ready(), n.Halted(), w.signed(0, known))
	}
	if err := n.Play(n.Local(), "pass", w.now); !errors.Is(err, replica.ErrHalted) {
		t.Errorf("a move: %v", err)
	}
	if err := n.Leave(n.Local(), w.now); !errors.Is(err, replica.ErrHalted) || n.Local().Left {
		t.Errorf("to leave: %v", err)
	}

	// The other daemon plays with the rest.
	w.part(0, 1)
	w.part(0, 2)
	other := w.add(0, false, log(n.Table()))
	w.nodes[other].Local().Hand = n.Local().Hand
	w.join(other, 1)
	w.join(other, 2)
	step := n.Table().Step()
	w.run(func() bool { return w.nodes[1].Table().Step() > step+3 })
	w.part(other, 1)
	w.part(other, 2)
	last := w.nodes[other]
	w.nodes, w.saved, w.penalized = w.nodes[:other], w.saved[:other], w.penalized[:other]
	if last.Table().Step() <= step {
		t.Fatal("the other daemon has played nothing")
	}
	known = log(last.Table())

	w.now = w.now.Add(time.Minute)
	n.Halt(false, w.now)
	if n.Ready() || len(n.Unheard()) != 2 {
		t.Fatalf("alone: ready %v, unheard %v", n.Ready(), n.Unheard())
	}
	w.join(0, 1)
	for range 4 { // not yet long enough to believe one about the other
		w.now = w.now.Add(time.Second)
		for _, r := range w.nodes {
			r.Tick(w.now)
		}
		w.pass()
	}
	if n.Ready() || w.signed(0, known) > 0 {
		t.Fatalf("with one of two: ready %v, signed %d", n.Ready(), w.signed(0, known))
	}
	w.join(0, 2)
	w.settle(nil)
	if !n.Ready() || n.Halted() {
		t.Fatalf("with all: unheard %v", n.Unheard())
	}
	w.run(func() bool { return n.Table().Step() > last.Table().Step()+3 })
	w.innocent()
}

// One that is connected all the time asks at once, and need not wait for a heartbeat. What
// it asks is new: old words do not count.
func TestHaltIsOver(t *testing.T) {
	w := newNetwork(t, 3, nil)
	w.mesh()
	w.run(w.until(9))
	n := w.nodes[0]
	w.seen = func(from, _ int, m replica.Message) {
		if from == 0 && n.Halted() && m.Have != nil && len(m.Have.Asks) > 0 {
			t.Errorf("it asks while it is halted: %+v", m.Have.Asks)
		}
	}
	for range 3 {
		n.Halt(true, w.now)
		w.now = w.now.Add(replica.Heartbeat)
		n.Tick(w.now)
		w.settle(nil)
		n.Halt(false, w.now)
		n.Take()            // what it has said is lost
		n.Halt(true, w.now) // before anybody has answered
		w.now = w.now.Add(replica.Heartbeat)
		n.Tick(w.now)
		w.settle(nil)
		n.Halt(false, w.now)
		if n.Ready() {
			t.Fatal("it is ready before anybody has answered")
		}
		w.settle(nil)
		if !n.Ready() {
			t.Fatalf("unheard %v", n.Unheard())
		}
	}
	w.innocent()
}

// Nor is one ready whose question concerns nobody.
func TestHaltAlone(t *testing.T) {
	w := newNetwork(t, 2, nil)
	w.join(0, 1)
	w.run(w.until(9))
	if err := w.nodes[1].Leave(w.nodes[1].Local(), w.now); err != nil {
		t.Fatal(err)
	}
	w.settle(nil)
	n := w.nodes[0]
	for _, halted := range []bool{true, false} {
		n.Halt(halted, w.now)
		n.Tick(w.now)
		if n.Ready() == halted || !n.Table().HasLeft(1) {
			t.Errorf("halted %v: ready %v", halted, n.Ready())
		}
	}
}

// At a table with cover, a node that is halted is not ready either when all others are silent.
func TestHaltWithCover(t *testing.T) {
	w := newCovered(t, 4, nil)
	w.mesh()
	w.run(w.until(12))
	n := w.nodes[0]
	n.Halt(true, w.now)
	for i := 1; i < 4; i++ {
		w.part(0, i)
	}
	known := log(n.Table())
	for range 60 {
		w.now = w.now.Add(time.Second)
		n.Tick(w.now)
		w.pass()
	}
	if n.Ready() || w.signed(0, known) > 0 {
		t.Errorf("ready %v, signed %d", n.Ready(), w.signed(0, known))
	}
}
