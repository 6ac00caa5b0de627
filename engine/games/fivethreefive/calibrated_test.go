package fivethreefive

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/card"
	"fives/engine/gauge"
)

// Whether a seat that passed could have played, and how the hand ends, is imagined as it is in hands of
// good players. Their hands are slow: only those of make teach are enough to judge.
func TestCalibrated(t *testing.T) {
	const worlds = 40
	gauge.Compare(t, Rules, 8, nil, func(g *gauge.Table, h gauge.Hand, i int, r *rand.Rand) {
		turn := h.Turns[i]
		p := turn.Position.(*position)
		other, passed, could, truly := 1-turn.Seat, false, 0, false
		var before *position
		if i > 0 && h.Turns[i-1].Seat == other && h.Turns[i-1].Move == pass {
			passed, before = true, h.Turns[i-1].Position.(*position)
			truly = before.could(tallyOf(turn.Faces.Cards(before.hands[other])))
		}
		wins, left := 0, 0
		for range worlds {
			w := p.Imagine(turn.Seat, turn.Own, r).(imagined).world
			if passed && before.could(w.hands[other]) {
				could++
			}
			v := *w
			if !v.apply(v.lay(readChoice(turn.Move))) {
				v.playOut()
			}
			if v.cost(turn.Seat) == 0 {
				wins++
			}
			left += v.cost(turn.Seat) + v.cost(other)
		}
		mean := func(n int) float64 { return float64(n) / worlds }
		if passed {
			g.AddShare("who passed could have played", truly, could, worlds)
		}
		points := h.Ended.Points()
		itself := points[turn.Seat] == 0
		g.AddShare("the seat itself goes out", itself, wins, worlds)
		g.Add("points of the other then", float64(slices.Max(points)), mean(left))
		g.Allow("the seat itself goes out", 22, "all but the move in question are quick ones, and the move is good's")
	})
}

// could reports whether a seat that holds these numbers has a move beside a pass.
func (p *position) could(hand tally) bool {
	var n counts
	for r := range n {
		n[r] = int(hand[r])
	}
	return len(p.choices(n)) > 1
}

func tallyOf(cards []card.Card) (n tally) {
	for _, c := range cards {
		n[c.Rank]++
	}
	return n
}
