package furiousfive

import (
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// A world has every card once: no card that it has is unknown, and four of each rank lie in the hands, in the stock
// and among those that are out.
func TestWorldIsADeck(t *testing.T) {
	for seed := range uint64(8) {
		g, err := bare.New(Rules, 2, nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 1))
		for at := 1; at < 12 && g.Position().Status().Hand == 1; at++ {
			p := g.Position().(*position)
			own := g.Observation(p.turn)
			w := p.Imagine(p.turn, own, r).(*world)
			var ranks [card.King + 1]int
			for _, c := range own {
				ranks[c.Rank]++
			}
			for _, x := range append(append([]rules.Slot(nil), p.hands[0]...), p.hands[1]...) {
				ranks[own.Of(x).Rank]-- // of the hands those count that the world has
			}
			for seat := range w.hands {
				for h := w.hands[seat]; h > 0; h >>= 4 {
					ranks[h&15]++
				}
			}
			for _, rank := range w.stock {
				ranks[rank]++
			}
			for rank, n := range ranks[1:] {
				if n != 4 {
					t.Fatalf("seed %d, move %d: %d cards of rank %d", seed, at, n, rank+1)
				}
			}
			if _, err := g.Play(p.turn, good(p, p.turn, own, r).Move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
}
