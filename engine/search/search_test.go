package search_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"fives/engine/bare"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/search"
)

// spots calls f with the turns of a game of the weakest computer players.
func spots(t *testing.T, rs *rules.RuleSet, seats, turns int, f func(search.Spot)) {
	t.Helper()
	o, err := rs.Validate(seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := bare.New(rs, seats, nil, bare.Random(7))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for at := 1; at <= turns && !g.Over(); at++ {
		p := g.Position()
		seat := p.Status().Turn
		f(search.Spot{Rules: rs, Options: o, Position: p, Seat: seat, Own: g.Observation(seat), Gone: g.Gone()})
		if _, err := g.Play(seat, rs.Bots[0].Move(p, seat, g.Observation(seat), r), at, false); err != nil {
			t.Fatal(err)
		}
	}
}

// plain hides what a position imagines by itself.
type plain struct{ rules.Position }

// Every game has worlds, also without imagining any itself; the same budget and seed give the
// same answer; and no more playouts are made than the budget has.
func TestBest(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			for _, seats := range []int{2, 3} {
				var spent time.Duration
				plays := 0
				spots(t, rs, seats, 12, func(s search.Spot) {
					moves := s.Position.Moves(s.Seat, s.Own)
					for _, p := range []rules.Position{s.Position, plain{s.Position}} {
						s.Position = p
						budget := 40 + 2*len(moves)
						began := time.Now()
						first := s.Best(moves, budget, rand.New(rand.NewPCG(3, 3)))
						if _, fast := p.(rules.Imaginer); fast == (p == s.Position) {
							spent += time.Since(began)
						}
						again := s.Best(moves, budget, rand.New(rand.NewPCG(3, 3)))
						if !reflect.DeepEqual(first, again) {
							t.Errorf("%v\n%v", first, again)
						}
						n := 0
						for _, tried := range first {
							n += tried.Plays
							if !slices.Contains(moves, tried.Move) {
								t.Errorf("it tried %q", tried.Move)
							}
						}
						plays += n
						if n > budget || len(first) != len(moves) {
							t.Errorf("%d playouts of %d moves, with a budget of %d", n, len(moves), budget)
						}
					}
				})
				t.Logf("%d seats: %v a playout", seats, spent/time.Duration(max(1, plays)))
			}
		})
	}
}

// A hand of which all cards are known is worth, after its last move, what it is settled with.
func TestLastMove(t *testing.T) {
	for _, rs := range games.All() {
		for _, seats := range []int{2, 3} {
			t.Run(fmt.Sprintf("%s, %d seats", rs.Title, seats), func(t *testing.T) {
				for seed := uint64(1); seed <= 10; seed++ {
					s, move, settled := lastMove(t, rs, seats, seed)
					want := make([]int, seats)
					for seat := range want {
						want[seat] = search.Against(rs, s.Position.Status().Active, settled.Points(), seat)
					}
					if got, _, _ := s.Expect(move, 1, rand.New(rand.NewPCG(1, 1))); !slices.Equal(got, want) {
						t.Errorf("seed %d: %q is worth %v, and brought %v", seed, move, got, want)
					}
				}
			})
		}
	}
}

// lastMove plays the first hand of a game, and returns the spot of its last move with all
// cards of the hand.
func lastMove(t *testing.T, rs *rules.RuleSet, seats int, seed uint64) (search.Spot, string, rules.Settlement) {
	t.Helper()
	g, err := bare.New(rs, seats, nil, bare.Random(seed))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for at := 1; ; at++ {
		p := g.Position()
		s := search.Spot{Rules: rs, Position: p, Seat: p.Status().Turn, Gone: g.Gone()}
		move := rs.Bots[0].Move(p, s.Seat, g.Observation(s.Seat), r)
		ended, err := g.Play(s.Seat, move, at, false)
		if err != nil {
			t.Fatal(err)
		}
		if len(ended) > 0 {
			s.Own = ended[0].Faces
			return s, move, ended[0].Settlement
		}
	}
}

// Whoever searches can do something else before each world.
func TestRest(t *testing.T) {
	for _, rs := range games.All() {
		spots(t, rs, 2, 1, func(s search.Spot) {
			for _, p := range []rules.Position{s.Position, plain{s.Position}} {
				rests := 0
				s.Position, s.Rest = p, func() error { rests++; return nil }
				moves, r := p.Moves(s.Seat, s.Own), rand.New(rand.NewPCG(1, 1))
				s.Versus(moves[0], moves[1], 20, r)
				s.Expect(moves[0], 10, r)
				if rests != 20 {
					t.Errorf("%s: %d rests in 20 worlds", rs.Title, rests)
				}
			}
		})
	}
}
