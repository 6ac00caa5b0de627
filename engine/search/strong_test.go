package search_test

import (
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
	"fives/engine/games"
	"fives/engine/search"
	"fives/engine/tabletest"
)

// Every game of ours has strong computer players. They make legal moves, the same ones each
// time, and not always those of the others.
func TestSearcher(t *testing.T) {
	others := 0
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			levels := search.Levels(rs)
			if last := levels[len(levels)-1]; last.Name != search.Strong || len(levels) != len(rs.Bots)+1 {
				t.Fatalf("the strongest of %d is %s", len(levels), last.Name)
			}
			strong := search.Searcher(rs, 5_000, nil)
			for _, seats := range []int{2, 3} {
				g, err := bare.New(rs, seats, nil, bare.Random(5))
				if err != nil {
					t.Fatal(err)
				}
				for at := 1; at <= 60 && !g.Over(); at++ {
					p := g.Position()
					seat := p.Status().Turn
					own, dice := g.Observation(seat), func() *rand.Rand { return rand.New(rand.NewPCG(uint64(at), 1)) }
					move := strong.Move(p, seat, own, dice())
					if again := strong.Move(p, seat, own, dice()); again != move {
						t.Errorf("%q, and then %q", move, again)
					}
					if move != rs.Strongest().Move(p, seat, own, dice()) {
						others++
					}
					if _, err := g.Play(seat, move, at, false); err != nil {
						t.Fatalf("%q: %v", move, err)
					}
				}
			}
		})
	}
	if others == 0 {
		t.Error("they never made another move than players that do not search")
	}
}

// A game that imagines no worlds has no strong computer players.
func TestLevel(t *testing.T) {
	drill := tabletest.Drill
	if levels := search.Levels(drill); len(levels) != len(drill.Bots) {
		t.Errorf("%d levels", len(levels))
	}
	if _, err := search.Level(drill, search.Strong, nil); err == nil {
		t.Error("it has strong ones")
	}
	for _, rs := range games.All() {
		for _, b := range search.Levels(rs) {
			if found, err := search.Level(rs, b.Name, nil); err != nil || found.Name != b.Name {
				t.Errorf("%s: %s: %v", rs.Name, b.Name, err)
			}
		}
		if _, err := search.Level(rs, "weak", nil); err == nil {
			t.Errorf("%s has weak ones", rs.Name)
		}
	}
}
