package allfives

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/rules"
)

// later returns a game of two at the beginning of a hand, with these scores of the dealer and of eldest.
func later(t *testing.T, dealer, eldest int, seed uint64) *bare.Game {
	t.Helper()
	g, err := bare.Resume(Rules, 2, nil, &rules.Carry{Hands: 4, Next: 0, Scores: []int{dealer, eldest}}, bare.Random(seed))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestBegForTheGame: where a point would win the game for eldest, the dealer runs in every world, and who has
// run has said nothing about the suit. With one point less, some dealers pay.
func TestBegForTheGame(t *testing.T) {
	const target = 61
	r := rand.New(rand.NewPCG(1, 97))
	pay := map[int]int{}
	for seed := range uint64(40) {
		for _, score := range []int{target - 2, target - 1} {
			g := later(t, 20, score, seed)
			p := g.Position().(*position)
			if p.Imagine(p.turn, g.Observation(p.turn), r).(imagined).gives {
				pay[score]++
			}
			for at, move := range []string{"beg", "run"} {
				p := g.Position().(*position)
				if _, err := g.Play(p.turn, move, at, false); err != nil {
					t.Fatal(err)
				}
			}
			if got, want := len(g.Position().(*position).bids), target-score; got != want && g.Position().(*position).hand == 5 {
				t.Errorf("seed %d, %d points: %d bids are noted, want %d", seed, score, got, want)
			}
		}
	}
	if pay[target-1] > 0 || pay[target-2] == 0 {
		t.Errorf("so many of 40 dealers pay the point, by the points of eldest: %v", pay)
	}
}

// TestPointsOfWorlds: what a world brings is no more points than the hand has, near the target, too. That it
// wins the game is said beside them.
func TestPointsOfWorlds(t *testing.T) {
	sum := 0
	for _, n := range worth {
		sum += n
	}
	if sum != allPoints {
		t.Errorf("all trumps are worth %d, not %d", sum, allPoints)
	}
	wins := [2]int{}
	for seed := range uint64(30) {
		g := later(t, 55, 54, seed)
		r := rand.New(rand.NewPCG(seed, 97))
		for at := 0; !g.Over() && g.Position().(*position).hand == 5; at++ {
			p := g.Position().(*position)
			own := g.Observation(p.turn)
			w := p.Imagine(p.turn, own, r)
			for _, m := range p.Moves(p.turn, own) {
				o := w.Try(m)
				if most := max(slices.Max(o.Points), -slices.Min(o.Points)); most > allPoints+1 {
					t.Errorf("seed %d: %s brings %v", seed, m, o.Points)
				}
				for _, s := range o.Winners {
					wins[s]++
				}
			}
			if _, err := g.Play(p.turn, good(p, p.turn, own, r).Move, at, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	if wins[0] < 100 || wins[1] < 100 {
		t.Errorf("so many worlds are won by the dealer and by eldest: %d", wins)
	}
}
