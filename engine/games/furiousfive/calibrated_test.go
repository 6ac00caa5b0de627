package furiousfive

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fives/engine/gauge"
	"fives/engine/rules"
)

// How the cards of the other seat lie, who calls, with how many points and when is imagined as it is
// in hands of good players.
func TestCalibrated(t *testing.T) {
	const worlds = 20
	gauge.Compare(t, Rules, 120, nil, func(g *gauge.Table, h gauge.Hand, i int, r *rand.Rand) {
		turn, last := h.Turns[i], h.Turns[len(h.Turns)-1]
		p := turn.Position.(*position)
		s, err := read(turn.Move)
		if err != nil {
			t.Fatal(err)
		}
		other := 1 - turn.Seat
		held, called, calls, against, after := 0, 0, 0, 0, 0
		for range worlds {
			w := p.Imagine(turn.Seat, turn.Own, r).(*world)
			held += w.hands[other].total()
			if s.call {
				continue
			}
			v := *w
			v.hands = append([]ranks(nil), w.hands...)
			if v.apply(v.turnOf(s)) {
				v.playOut()
			}
			if v.caller == rules.None {
				continue
			}
			called++
			if v.caller == turn.Seat {
				calls++
			}
			against += v.hands[1-v.caller].total()
			after += v.turns - w.turns
		}
		if lap := p.turns/p.seats + 1; lap <= 10 {
			g.Add(fmt.Sprintf("points of the other in lap %d", lap), float64(total(turn.Faces.Cards(p.hands[other]))), float64(held)/worlds)
		}
		if s.call || last.Move != "call" || called == 0 {
			return
		}
		mean := func(n int) float64 { return float64(n) / float64(called) }
		itself := last.Seat == turn.Seat
		end := last.Position.(*position)
		g.AddShare("the seat itself calls", itself, calls, called)
		g.Add("points of the other then", float64(total(last.Faces.Cards(end.hands[1-last.Seat]))), mean(against))
		g.Add("turns until the call", float64(end.turns-p.turns), mean(after))
	})
}
