package games_test

import (
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
	"fives/engine/rules"
)

// Whoever ends a hand with words alone has gained nothing with that move: what the seat drew
// before is no recent moment any more.
func TestEndIsTheLastMoment(t *testing.T) {
	for game, word := range map[string]string{"five": "end", "furious-five": "call"} {
		rs, ends := find(t, game), 0
		for seed := range uint64(20) {
			g, err := bare.New(rs, 3, nil, bare.Random(seed))
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(seed, 1))
			for at := 1; at < 60 && !g.Over(); at++ {
				p, seat := g.Position(), g.Position().Status().Turn
				own := g.Observation(seat)
				move := rs.Bots[0].Move(p, seat, own, r)
				if move == word {
					cards, err := rules.Bind(p, seat, move, own)
					if err != nil {
						t.Fatal(err)
					}
					next, err := p.Play(rules.Move{Seat: seat, Text: move, Cards: cards}, g.Full())
					if err != nil {
						t.Fatal(err)
					}
					ends++
					for _, m := range next.View(rules.Onlooker, nil).Moments {
						if m.Seat == seat {
							t.Errorf("%s: seat %d has ended the hand, and %s", game, seat, m.What)
						}
					}
				}
				if _, err := g.Play(seat, move, at, false); err != nil {
					t.Fatal(err)
				}
			}
		}
		if ends < 10 {
			t.Errorf("%s: %d ends", game, ends)
		}
	}
}
