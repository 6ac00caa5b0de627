package replica_test

import (
	"fmt"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
)

// One node of four falls asleep for good at any step: the game ends for the others, and
// nobody is accused.
func TestAsleepForGood(t *testing.T) {
	for step := uint64(4); step < 38; step++ {
		for who := range 4 {
			t.Run(fmt.Sprintf("node %d at step %d", who, step), func(t *testing.T) {
				w := newCovered(t, 4, map[string]any{"hands": 2})
				w.mesh()
				w.run(w.until(step))
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
	for who := range 4 {
		w := newCovered(t, 4, map[string]any{"hands": 3})
		w.mesh()
		next := w.now
		w.run(func() bool {
			if w.now.After(next) {
				w.asleep[who] = !w.asleep[who]
				next = w.now.Add(time.Duration(7+who*5) * time.Second)
			}
			w.asleep[who] = w.asleep[who] && w.nodes[(who+1)%4].Table().Step() > 3
			return w.over()
		})
		w.innocent()
		w.oneHead()
	}
}

// A node that is connected to one other node only, as a page is, and falls asleep: the
// third, which never hears it directly, waits as long for it.
func TestHeardByAnother(t *testing.T) {
	w := newCovered(t, 3, map[string]any{"hands": 1})
	w.join(0, 1)
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

// oneHead fails the test unless all nodes have the same log.
func (w *network) oneHead() {
	w.t.Helper()
	for i, n := range w.nodes {
		if n.Table().Head() != w.nodes[0].Table().Head() {
			w.t.Errorf("node %d has another head", i)
		}
	}
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
// two when one of them is back.
func TestTwoAway(t *testing.T) {
	w := newCovered(t, 4, map[string]any{"hands": 1})
	w.mesh()
	w.run(w.until(12))
	w.asleep[2], w.asleep[3] = true, true
	late := w.now.Add(time.Minute)
	w.run(func() bool { return w.now.After(late) })
	w.asleep[2] = false
	w.run(func() bool { return w.nodes[0].Table().Over() })
	w.innocent()
}

// Who wakes up has heard nobody meanwhile, and waits as long as ever before it votes.
func TestWakesUp(t *testing.T) {
	w := newCovered(t, 3, map[string]any{"hands": 1})
	w.mesh()
	w.run(w.until(12))
	w.asleep[2] = true
	w.settle(nil)
	step := w.nodes[0].Table().Step()
	w.now = w.now.Add(time.Minute)
	for range 2 {
		w.nodes[0].Tick(w.now)
		w.nodes[1].Tick(w.now)
		w.settle(nil)
	}
	for _, n := range w.nodes[:2] {
		if len(n.Table().Votes()) > 0 || n.Table().Step() > step {
			t.Error("it votes at once")
		}
	}
	w.run(func() bool { return w.nodes[0].Table().Over() })
}
