package five

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fives/engine/gauge"
	"fives/engine/rules"
)

// How the cards of the other seat lie, who ends the hand, with how many points and when is
// imagined as it is in hands of good players.
func TestCalibrated(t *testing.T) {
	const worlds = 40
	gauge.Compare(t, Rules, 200, nil, func(g *gauge.Table, h gauge.Hand, i int, r *rand.Rand) {
		turn, last := h.Turns[i], h.Turns[len(h.Turns)-1]
		p := turn.Position.(*position)
		s, err := read(turn.Move)
		if err != nil {
			t.Fatal(err)
		}
		other := 1 - turn.Seat
		held, ended, ends, with, cards, after := 0, 0, 0, 0, 0, 0
		for range worlds {
			w := p.Imagine(turn.Seat, turn.Own, r).(imagined).world
			held += w.hands[other].total()
			if s.end {
				continue
			}
			v := *w
			if !v.apply(exchange{rank: s.drop[0].Rank, n: len(s.drop), take: s.take}) {
				continue
			}
			v.playOut()
			if v.ender == rules.None {
				continue
			}
			ended++
			if v.ender == turn.Seat {
				ends++
			}
			with += v.hands[v.ender].total()
			cards += v.hands[1-v.ender].n
			after += v.turns - w.turns
		}
		if lap := p.laps() + 1; lap <= 6 {
			g.Add(fmt.Sprintf("points of the other in lap %d", lap), float64(total(turn.Faces.Cards(p.hands[other]))), float64(held)/worlds)
		}
		if s.end || last.Move != wordEnd || ended == 0 {
			return
		}
		mean := func(n int) float64 { return float64(n) / float64(ended) }
		end := last.Position.(*position)
		itself := last.Seat == turn.Seat
		g.AddShare("the seat itself ends", itself, ends, ended)
		g.Add("points of whoever ends", float64(total(last.Faces.Cards(end.hands[last.Seat]))), mean(with))
		g.Add("cards of the other then", float64(len(end.hands[1-last.Seat])), mean(cards))
		g.Add("turns until the end", float64(end.turns-p.turns), mean(after))
	})
}
