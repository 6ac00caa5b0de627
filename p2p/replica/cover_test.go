package replica_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/p2p/replica"
)

// One node of five, of whom four play a hand, falls asleep for good at any step: the game ends for the others, and
// nobody is accused.
func TestAsleepForGood(t *testing.T) {
	for step := 4; step < 34; step++ {
		for _, who := range []int{step % 5, (step + 2) % 5} {
			t.Run(fmt.Sprintf("node %d at step %d", who, step), func(t *testing.T) {
				w := newCovered(t, 5, map[string]any{"hands": 2})
				w.mesh()
				w.run(w.until(uint64(step)))
				w.asleep[who] = true
				rest := 0
				for i := range w.nodes {
					if i != who {
						rest = i
					}
				}
				w.run(func() bool { return w.nodes[rest].Table().Over() })
				w.settle(nil)
				w.asleep[who] = false
				w.run(w.over)
				w.innocent()
				w.oneHead()
			})
		}
	}
}

// A node that sleeps now and then comes back each time, and plays on.
func TestSleepsNowAndThen(t *testing.T) {
	for who := range 5 {
		w := newCovered(t, 5, map[string]any{"hands": 3})
		w.mesh()
		next := w.now
		w.run(func() bool {
			if w.now.After(next) {
				w.asleep[who] = !w.asleep[who]
				next = w.now.Add(time.Duration(7+who*5) * time.Second)
			}
			w.asleep[who] = w.asleep[who] && w.nodes[(who+1)%5].Table().Step() > 3
			return w.over()
		})
		w.innocent()
		w.oneHead()
	}
}

// A node that is connected to one other node only, as a page is, and falls asleep: the
// third, which never hears it directly, waits as long for it.
func TestHeardByAnother(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.join(0, 1)
	w.join(0, 3)
	w.join(1, 3)
	begin := w.now.Add(time.Minute)
	w.run(func() bool { return w.now.After(begin) })
	w.join(0, 2)
	w.run(w.until(6))
	w.asleep[2] = true
	for since := w.now; w.now.Sub(since) < replica.CoverAfter-time.Second; {
		at := w.now.Add(100 * time.Millisecond)
		w.run(func() bool { return !w.now.Before(at) })
		for i, n := range w.nodes[:2] {
			if len(n.Table().Votes()) > 0 {
				t.Fatalf("node %d knows of votes %v after the last word", i, w.now.Sub(since))
			}
		}
	}
	w.run(func() bool { return w.nodes[0].Table().Over() })
	w.asleep[2] = false
	w.run(w.over)
	w.innocent()
	w.oneHead()
}

// At a table that a fault has stopped, nobody votes: its seats sign nothing more.
func TestNoVotesAtAStoppedTable(t *testing.T) {
	for _, stopped := range []bool{false, true} {
		w := newCovered(t, 4, map[string]any{"hands": 1})
		w.mesh()
		w.run(w.until(6))
		w.asleep[3] = true
		w.run(func() bool {
			return slices.Equal(w.nodes[0].Table().Missing(), []int{3}) && w.nodes[0].Table().Own(3) == nil
		})
		if stopped {
			for _, n := range w.nodes {
				n.Table().Accuse(&table.Fault{Seat: 2, Step: n.Table().Step(), Reason: table.ErrTwo, Records: make([]record.Record, 1)})
			}
		}
		voted := false
		w.seen = func(_, _ int, m replica.Message) {
			voted = voted || slices.ContainsFunc(m.Records, func(r record.Record) bool {
				p, err := r.Peek()
				return err == nil && len(p.About) > 0
			})
		}
		until := w.now.Add(replica.CoverAfter + 10*time.Second)
		w.run(func() bool { return w.now.After(until) || w.nodes[0].Table().Over() })
		if voted == stopped {
			t.Errorf("stopped %v: somebody votes: %v", stopped, voted)
		}
	}
}

// oneHead fails the test unless all nodes come to the same log.
func (w *network) oneHead() {
	w.t.Helper()
	w.run(func() bool {
		return !slices.ContainsFunc(w.nodes, func(n *replica.Replica) bool { return n.Table().Head() != w.nodes[0].Table().Head() })
	})
}

// Without the term nothing of it is in the log.
func TestNoCover(t *testing.T) {
	w := newNetwork(t, 3, map[string]any{"hands": 1})
	w.mesh()
	w.run(w.over)
	for _, r := range w.nodes[0].Table().Log() {
		p, err := r.Peek()
		if err != nil || len(p.About) > 0 || p.Kind == record.KindSeal {
			t.Errorf("%s: %v", p.Kind, err)
		}
	}
}

// A node starts again while another one sleeps for good: it signs without having heard that
// one, and the game ends.
func TestRestartsWhileAnotherSleeps(t *testing.T) {
	for step := uint64(4); step < 24; step += 3 {
		w := newCovered(t, 4, map[string]any{"hands": 1})
		w.mesh()
		w.run(w.until(step))
		w.asleep[3] = true
		hand := w.nodes[0].Local().Hand
		w.restart(0, 1<<20).Local().Hand = hand
		w.join(0, 1)
		w.join(0, 2)
		w.run(func() bool { return w.nodes[0].Table().Over() })
		w.innocent()
	}
}

// What a clock said that was set back since does not keep anybody from being away.
func TestClockSetBack(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.mesh()
	w.run(w.until(12))
	w.asleep[3] = true
	w.now = w.now.Add(-time.Hour)
	w.run(func() bool { return w.nodes[0].Table().Over() })
	w.innocent()
}

// While two nodes are away, nobody votes: with one vote, the table would wait for the other
// two when one of them is back. A stream that others open to a node that sleeps does not bring it back.
func TestTwoAway(t *testing.T) {
	for _, opened := range []bool{false, true} {
		w := newCovered(t, 4, map[string]any{"hands": 1})
		w.mesh()
		w.run(w.until(12))
		w.asleep[2], w.asleep[3] = true, true
		for late := w.now.Add(time.Minute); w.now.Before(late); {
			soon := w.now.Add(2 * time.Second)
			w.run(func() bool { return w.now.After(soon) })
			for _, n := range w.nodes[:2] {
				if opened {
					n.Connect(peer(3), w.node(3), w.now)
				}
				if len(n.Table().Votes()) > 0 {
					t.Fatalf("streams %v: somebody votes", opened)
				}
			}
		}
		w.asleep[2] = false
		w.run(func() bool { return w.nodes[0].Table().Over() })
		w.innocent()
	}
}

// Who wakes up has heard nobody meanwhile, and waits as long as ever before it votes.
func TestWakesUp(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.mesh()
	w.run(w.until(12))
	w.asleep[2] = true
	w.settle(nil)
	step := w.nodes[0].Table().Step()
	w.now = w.now.Add(time.Minute)
	for range 2 {
		w.nodes[0].Tick(w.now)
		w.nodes[1].Tick(w.now)
		w.nodes[3].Tick(w.now)
		w.settle(nil)
	}
	for _, n := range w.nodes[:2] {
		if len(n.Table().Votes()) > 0 || n.Table().Step() > step {
			t.Error("it votes at once")
		}
	}
	w.run(func() bool { return w.nodes[0].Table().Over() })
}

// A seat that has voted twice on a record, and shown that to one node alone, is at fault for
// all: who has the step behind them already judges the proof at the table as it was.
func TestLateProof(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.mesh()
	w.run(func() bool {
		d := w.nodes[3].Table().Pending()
		return w.nodes[3].Table().Step() > 12 && d.Kind == record.KindMove && !d.Owes(3)
	})
	about := w.nodes[3].Table().Pending().Seats[0]
	then, voter := w.nodes[3].Table().Snapshot(), w.nodes[3].Local()
	away, err := seat.Away(then, 3, about, voter.Key, voter.Hand, rand.NewChaCha8([32]byte{}))
	if err != nil {
		t.Fatal(err)
	}
	w.run(w.until(then.Step() + 1))
	here, err := seat.Here(then, 3, about, then.Step(), voter.Key, *w.nodes[0].Table().OwnAt(then.Step(), about))
	if err != nil {
		t.Fatal(err)
	}
	n, proof := w.nodes[0], replica.Message{Records: []record.Record{away, here}}
	n.Receive(peer(2), proof, w.now)
	if len(n.Table().Faults()) > 0 {
		t.Fatal("it is judged although nobody holds it for a proof")
	}
	table := w.nodes[2].Table()
	n.Receive(peer(2), replica.Message{Have: &replica.Have{Step: table.Step(), Head: table.Head(), Guilty: 1 << 3}}, w.now)
	n.Receive(peer(2), proof, w.now)
	if fs := n.Table().Faults(); len(fs) != 1 || fs[0].Seat != 3 {
		t.Errorf("the faults are %v", fs)
	}
}
