package search_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/search"
)

// BenchmarkPlayout is what a playout costs from the first turn of a hand.
func BenchmarkPlayout(b *testing.B) {
	for _, rs := range games.All() {
		for _, c := range []struct{ seats, hand int }{{2, 1}, {3, 1}, {4, 1}, {2, 11}} {
			if c.seats > rs.MaxSeats || c.hand > 1 && rs.Name != "five-crowns" {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d/%d", rs.Name, c.seats, c.hand), func(b *testing.B) {
				from := &rules.Carry{Hands: c.hand - 1, Scores: make([]int, c.seats)}
				g, err := bare.Resume(rs, c.seats, nil, from, bare.Random(1))
				if err != nil {
					b.Fatal(err)
				}
				o, _ := rs.Validate(c.seats, nil)
				p := g.Position()
				seat := p.Status().Turn
				s := search.Spot{Rules: rs, Options: o, Position: p, Seat: seat, Own: g.Observation(seat), Gone: g.Gone()}
				moves := p.Moves(seat, s.Own)
				r := rand.New(rand.NewPCG(1, 1))
				s.Expect(moves[0], 10, r)
				b.ResetTimer()
				s.Expect(moves[0], b.N, r)
			})
		}
	}
}
