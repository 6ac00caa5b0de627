package fivecrowns

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/gauge"
	"fives/engine/rules"
)

// How many points the other seat has outside melds, who goes out, when, and what that leaves the other is
// imagined as it is in hands of good players.
func TestCalibrated(t *testing.T) {
	const worlds = 20
	for _, hand := range []int{1, 4, 8} {
		from := &rules.Carry{Hands: hand - 1, Scores: []int{0, 0}}
		gauge.Compare(t, Rules, map[int]int{1: 150, 4: 60, 8: 60}[hand], from, func(g *gauge.Table, h gauge.Hand, i int, r *rand.Rand) {
			turn, ended := h.Turns[i], h.Ended.Points()
			p := turn.Position.(*position)
			if p.phase != choosing || p.last {
				return
			}
			other := 1 - turn.Seat
			held, few, outs, left := 0, 0, 0, 0
			for range worlds {
				w := p.Imagine(turn.Seat, turn.Own, r).(imagined)
				points := solve(slices.Clone(w.hands[other]), w.wild).points()
				held += points
				if points <= 5 {
					few++
				}
				end := w.Try(turn.Move).Points
				if end[turn.Seat] == 0 {
					outs++
				}
				left += end[0] + end[1]
			}
			mean := func(n int) float64 { return float64(n) / worlds }
			lap := p.turns/p.seats + 1
			if lap > 6 {
				return
			}
			points := solve(turn.Faces.Cards(p.hands[other]), p.wild()).points()
			g.Add(fmt.Sprintf("points of the other outside melds in lap %d", lap), float64(points), mean(held))
			g.AddShare(fmt.Sprintf("at most five in lap %d", lap), points <= 5, few, worlds)
			itself := ended[turn.Seat] == 0
			g.AddShare("nothing is left to the seat itself", itself, outs, worlds)
			g.Add("points that are left to both", float64(ended[0]+ended[1]), mean(left))
		})
	}
}
