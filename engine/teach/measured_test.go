package teach_test

import (
	"testing"

	"fives/engine/teach"
)

// TestMeasured: what a moment changed is told by good players before and after it or, where the budget does not
// suffice, by simple ones before and after it, though it does for the moment next to it.
func TestMeasured(t *testing.T) {
	s := told(t, "../audit/testdata/five.jsonl")
	h, err := teach.Of(s, s.Hands[0])
	if err != nil {
		t.Fatal(err)
	}
	const simple = 1_000_000 // which no good player brings
	worths := make([][]int, len(h.Turns))
	for i := range worths {
		worths[i] = []int{simple, simple}
	}
	// Half of 600 playouts are too few for ten in which good players play on from the first turn, and all of them
	// are enough for ten from the second.
	first, second := teach.Swing{Turn: 1, Points: 900}, teach.Swing{Turn: 2, Points: 800}
	found := teach.Measured(h, 600*100/teach.OfMoments, []teach.Swing{first, second}, worths)
	if len(found) == 0 || found[0] != first {
		t.Fatalf("%+v", found)
	}
	for _, m := range found[1:] {
		if m == second || max(m.Points, -m.Points) > simple/2 {
			t.Errorf("%+v", m)
		}
	}
}
