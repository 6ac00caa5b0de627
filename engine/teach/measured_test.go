package teach_test

import (
	"testing"

	"fives/engine/teach"
)

// TestMeasured: what a moment changed is told by good players before and after it, whatever simple ones said of it, and
// not told where the budget does not suffice for them, though it does for the moment next to it.
func TestMeasured(t *testing.T) {
	s := told(t, "../audit/testdata/five.jsonl")
	h, err := teach.Of(s, s.Hands[0])
	if err != nil {
		t.Fatal(err)
	}
	const simple = 1_000_000 // which no good player brings
	moments := []teach.Swing{{Turn: 1, Points: simple}, {Turn: 3, Points: simple}}
	for _, c := range []struct{ budget, least, most int }{
		{100, 0, 0},
		{600, 1, 1}, // half of it is too little for twenty worlds from the first turn, and all is enough for them from the third
		{1_000_000, 1, 2},
	} {
		found := teach.Measured(h, c.budget*100/teach.OfMoments, moments)
		if len(found) < c.least || len(found) > c.most || len(found) > 0 && found[len(found)-1].Turn != 3 {
			t.Errorf("of %d playouts: %+v", c.budget, found)
		}
		for _, m := range found {
			if m.Points > 10_000 || m.Points < -10_000 {
				t.Errorf("of %d playouts: %+v", c.budget, m)
			}
		}
	}
}
