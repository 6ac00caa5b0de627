package replica_test

import (
	"slices"
	"testing"
	"time"

	"fives/engine/record"
)

// asleepAt is a table of so many nodes with cover at which some fall asleep when the second
// owes a move.
func asleepAt(t *testing.T, nodes int, who ...int) *network {
	t.Helper()
	w := newCovered(t, nodes, map[string]any{"hands": 1})
	w.mesh()
	w.run(func() bool {
		d := w.nodes[0].Table().Pending()
		return d.Kind == record.KindMove && d.Owes(1) && w.nodes[0].Table().Step() > 12
	})
	for _, i := range who {
		w.asleep[i] = true
	}
	return w
}

// wait lets time pass.
func (w *network) wait(d time.Duration) {
	end := w.now.Add(d)
	w.run(func() bool { return !w.now.Before(end) })
}

// PROTOCOL §5.8: a node waits 20 s; a person may say after 6 s that they do not want to,
// and then nobody waits any longer.
func TestNotWaitingAnyLonger(t *testing.T) {
	w := asleepAt(t, 4, 1)
	step, began := w.nodes[0].Table().Step(), w.now
	w.wait(3 * time.Second)
	if got := w.nodes[0].Cover(w.now); len(got) > 0 || !w.nodes[0].CoverAt(1).IsZero() {
		t.Fatalf("after 3 s: %v may be covered, at %v", got, w.nodes[0].CoverAt(1))
	}
	w.wait(5 * time.Second)
	at := w.nodes[2].CoverAt(1)
	if left := at.Sub(w.now); left < 9*time.Second || left > 13*time.Second || !slices.Equal(w.nodes[2].MayCover(), []int{1}) {
		t.Fatalf("after 8 s it is covered in %v, or now if somebody says so: %v", left, w.nodes[2].MayCover())
	}
	if got := w.nodes[0].Cover(w.now); !slices.Equal(got, []int{1}) || len(w.nodes[0].MayCover()) > 0 {
		t.Fatalf("%v; and then %v", got, w.nodes[0].MayCover())
	}
	w.run(func() bool { return w.nodes[2].Table().Step() > step })
	if d := w.now.Sub(began); d > 10*time.Second || !w.nodes[2].Table().Covered(1) {
		t.Errorf("covered after %v: %v", d, w.nodes[2].Table().Covered(1))
	}
	w.asleep[1] = false
	w.run(w.over)
	w.innocent()
	w.oneHead()
}

// What a person has said is about this absence. Who is back is waited for as ever.
func TestUrgedOnce(t *testing.T) {
	w := asleepAt(t, 4, 1)
	w.asleep[2], w.asleep[3] = true, true // so that nothing comes of it
	w.wait(8 * time.Second)
	w.nodes[0].Cover(w.now)
	w.asleep[1], w.asleep[2], w.asleep[3] = false, false, false
	w.run(w.over)
	w.innocent()
	w.oneHead()
}

// While two of four are silent nobody votes: so whichever is back first plays on, and the
// other one is covered.
func TestTwoAsleep(t *testing.T) {
	for _, first := range []int{1, 2} {
		other := 3 - first
		w := asleepAt(t, 4, 1, 2)
		step := w.nodes[0].Table().Step()
		w.wait(40 * time.Second)
		if got := w.nodes[0].Table().Step(); got != step || len(w.nodes[0].Table().Votes()) > 0 || !w.nodes[0].CoverAt(1).IsZero() || len(w.nodes[0].MayCover()) > 0 {
			t.Errorf("two are silent: step %d of %d, votes %v", got, step, w.nodes[0].Table().Votes())
		}
		w.asleep[first] = false
		w.run(func() bool { return w.nodes[0].Table().Over() })
		if !w.nodes[0].Table().Covered(other) || w.nodes[0].Table().Covered(first) {
			t.Errorf("node %d is back, and node %d is away", first, other)
		}
		w.asleep[other] = false
		w.run(w.over)
		w.innocent()
		w.oneHead()
	}
}
