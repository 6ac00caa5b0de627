package fivethreefive

import (
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
)

// With few cards left, a world says of each move what it comes to if both seats play perfectly. What that is, is found
// here by the rules alone, from every way to go on.
func TestExact(t *testing.T) {
	judged, moves, apart := 0, 0, 0
	for seed := range uint64(60) {
		g, err := bare.New(Rules, 2, nil, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 8))
		for at := 1; ; at++ {
			p := g.Position().(*position)
			if len(p.hands[0])+len(p.hands[1]) <= 6 && p.exact() {
				w, lo, hi := p.Imagine(p.turn, g.Full(), r), 1<<10, -1<<10
				for _, move := range p.Moves(p.turn, g.Observation(p.turn)) {
					moves++
					got, want := w.Try(move).Points, perfect(t, g, at, move)
					if got[1]-got[0] != want || min(got[0], got[1]) != 0 {
						t.Errorf("seed %d: %q leaves %v, not %d", seed, move, got, want)
					}
					lo, hi = min(lo, want), max(hi, want)
				}
				judged++
				if lo < hi {
					apart++
				}
			}
			ended, err := g.Play(p.turn, easy(p, p.turn, g.Observation(p.turn), r).Move, at, false)
			if err != nil {
				t.Fatal(err)
			}
			if len(ended) > 0 {
				break
			}
		}
	}
	if judged < 100 || moves < 200 || apart < 30 {
		t.Errorf("%d positions, in %d of which it matters which of %d moves is made", judged, apart, moves)
	}
}

// perfect is by how many points seat 0 is ahead after a move and perfect play of both.
func perfect(t *testing.T, g *bare.Game, at int, move string) int {
	next := g.Fork()
	ended, err := next.Play(next.Position().Status().Turn, move, at, false)
	if err != nil {
		t.Fatal(err)
	}
	if len(ended) > 0 {
		return ended[0].Points()[1] - ended[0].Points()[0]
	}
	p := next.Position().(*position)
	moves := p.Moves(p.turn, next.Observation(p.turn))
	best := perfect(t, next, at+1, moves[0])
	for _, m := range moves[1:] {
		if n := perfect(t, next, at+1, m); p.turn == 0 {
			best = max(best, n)
		} else {
			best = min(best, n)
		}
	}
	return best
}

// Worlds are played out perfectly only where both seats of two hold few cards, and no packet is left.
func TestExactly(t *testing.T) {
	exact, most := 0, 0
	for seats := 2; seats <= 3; seats++ {
		for seed := range uint64(10) {
			g, err := bare.New(Rules, seats, nil, bare.Random(seed))
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(seed, 8))
			for at := 1; ; at++ {
				p := g.Position().(*position)
				left := 0
				for s := range p.hands {
					left += len(p.hands[s]) + 100*len(p.packets[s])
				}
				solved := p.Imagine(p.turn, g.Observation(p.turn), r).(imagined).solver != nil
				if margin, _ := p.Margin(p.turn, nil, "", ""); solved != (seats == 2 && left <= 10) || (margin == 0) != solved {
					t.Errorf("%d seats with %v and %v: solved %t", seats, p.hands, p.packets, solved)
				}
				if solved {
					exact++
					most = max(most, left)
				}
				ended, err := g.Play(p.turn, easy(p, p.turn, g.Observation(p.turn), r).Move, at, false)
				if err != nil {
					t.Fatal(err)
				}
				if len(ended) > 0 {
					break
				}
			}
		}
	}
	if exact == 0 || most != 10 {
		t.Errorf("%d, of %d cards at most", exact, most)
	}
}
