package search

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"fives/engine/rules"
)

// A Try is a move with the outcomes of its playouts.
type Try struct {
	Move  string
	Plays int
	sum   int
}

// Worth is the mean worth of the outcomes, in hundredths of a point.
func (t Try) Worth() int { return t.sum / max(t.Plays, 1) }

// Best ranks moves, the best first, with at most so many playouts. In rounds, it drops the
// worse half of the moves and tries the others in more worlds. A budget that is too small for
// every move to be played once leaves the moves in their order.
func (s Spot) Best(moves []string, budget int, r *rand.Rand) []Try {
	ranked := make([]Try, len(moves))
	for i, m := range moves {
		ranked[i].Move = m
	}
	deal, scale := s.deals(r), s.scale()
	share := budget / rounds(len(moves))
	for n := len(moves); n > 1; n = (n + 1) / 2 {
		for w := range s.worlds(share/n, deal) {
			scale.play(w, ranked[:n])
		}
		slices.SortStableFunc(ranked[:n], func(a, b Try) int { return cmp.Compare(b.Worth(), a.Worth()) })
		if n == 2 {
			break
		}
	}
	return ranked
}

// play tries moves in a world.
func (s scale) play(w rules.World, tries []Try) {
	for i := range tries {
		_, worth := s.weigh(w.Try(tries[i].Move))
		tries[i].sum += worth
		tries[i].Plays++
	}
}

// rounds returns how often a number of moves is halved, rounding up, until there is one.
func rounds(n int) int {
	k := 0
	for ; n > 1; n = (n + 1) / 2 {
		k++
	}
	return max(k, 1)
}
