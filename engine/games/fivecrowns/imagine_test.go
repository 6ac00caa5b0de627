package fivecrowns

import (
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
	"fives/engine/rules"
)

// However many turns the host allows, a playout has no more than at the default, for which its cost is
// said. A lower cap holds in it.
func TestPlayoutsAreBounded(t *testing.T) {
	const seats = 2
	for lapCap, most := range map[int]int{3: 4, 100: 101, 1000: 101} {
		longest := 0
		for seed := range uint64(10) {
			g, err := bare.Resume(Rules, seats, map[string]any{"lap-cap": lapCap}, &rules.Carry{Hands: 5, Scores: make([]int, seats)}, bare.Random(seed))
			if err != nil {
				t.Fatal(err)
			}
			p, r := g.Position().(*position), rand.New(rand.NewPCG(1, seed))
			for range 30 {
				w := p.Imagine(p.seat, g.Observation(p.seat), r).(imagined).world
				turns := 0
				for (!w.last || w.owing > 0) && w.playTurn() {
					turns++
				}
				longest = max(longest, turns)
			}
		}
		if longest != most*seats { // some players take each other's discards for ever
			t.Errorf("lap-cap %d: the longest playout has %d turns, not %d", lapCap, longest, most*seats)
		}
	}
}
