package gauge

import (
	"math"
	"testing"
)

// A row is judged by its hands, however many turns they have, and its error is that of a mean over hands.
func TestRow(t *testing.T) {
	for _, hands := range []int{2, fewest - 1, fewest} {
		g, _ := newTable("a game", hands)
		for n := range hands {
			g.hand++
			for range 10 {
				g.Add("points", 10, float64(14+2*(n%2))) // off by 4 and by 6 in turn
			}
		}
		r := g.row("points")
		r.close()
		odd, even := float64(hands/2), float64(hands-hands/2)
		mean := (6*odd + 4*even) / float64(hands)
		variance := (odd*(6-mean)*(6-mean) + even*(4-mean)*(4-mean)) / float64(hands-1)
		if want := 2 * math.Sqrt(variance/float64(hands)); math.Abs(r.chance()-want) > 1e-9 {
			t.Errorf("%d hands: the error is %f, not %f", hands, r.chance(), want)
		}
		if r.missed() != (hands == fewest) {
			t.Errorf("%d hands are judged: %t", hands, r.missed())
		}
	}
}
