package search

import (
	"iter"
	"math/rand/v2"
	"slices"

	"fives/engine/rules"
)

// A Spot is the turn of a seat.
type Spot struct {
	Rules    *rules.RuleSet
	Options  rules.Options
	Position rules.Position
	Seat     int
	Own      rules.Observation // what the seat knows, or whoever looks back
	// Gone are slots of which the cards were shuffled into a later stack.
	Gone []rules.Slot
	// Rest, if it is not nil, is called before each world: where nothing else runs at the same
	// time, as in a browser, it lets the program do something else. After an error no more worlds
	// are tried: whoever gave it knows that the answer is worth nothing.
	Rest func() error
	// Public, if it is not nil, is what everybody knows, and says that worlds are played on by computer players
	// that know it and their own hands, as well as the game has them ([rules.RuleSet.Player]). That takes far
	// longer than with a simple player.
	Public rules.Observation
}

// worlds returns at most n worlds of the spot.
func (s Spot) worlds(n int, deal func() rules.World) iter.Seq[rules.World] {
	return func(yield func(rules.World) bool) {
		for range n {
			if s.Rest != nil && s.Rest() != nil || !yield(deal()) {
				return
			}
		}
	}
}

// deals returns what deals the worlds of the spot.
func (s Spot) deals(r *rand.Rand) func() rules.World {
	p, imagines := s.Position.(rules.Imaginer)
	if imagines && s.Public == nil {
		return func() rules.World { return p.Imagine(s.Seat, s.Own, r) }
	}
	d := newDealer(s)
	return func() rules.World {
		if imagines {
			return dealt{d, d.like(p.Imagine(s.Seat, s.Own, r), r), r.Uint64()}
		}
		return dealt{d, d.deal(r), r.Uint64()}
	}
}

// winning is what it is worth to win the game with the hand, beside its points, in hundredths.
const winning = 2000

// A scale weighs outcomes for the seat of a spot.
type scale struct {
	Spot
	active []int
}

func (s Spot) scale() scale { return scale{s, s.Position.Status().Active} }

// weigh returns the points of an outcome against those of the others, and its worth, which is
// more if the game is won with it, and less if it is lost; both in hundredths of a point.
func (s scale) weigh(o rules.Outcome) (points, worth int) {
	points = Against(s.Rules, s.active, o.Points, s.Seat)
	switch {
	case o.Winners == nil:
		return points, points
	case slices.Contains(o.Winners, s.Seat):
		return points, points + winning/len(o.Winners)
	}
	return points, points - winning/max(1, len(s.active)-1)
}

// Against returns the points of a seat against those of the others in hundredths: how much
// better its points are than the mean of theirs, or just its own where they are chips.
func Against(rs *rules.RuleSet, active, points []int, seat int) int {
	n, sum := 0, 0
	for _, other := range active {
		if other != seat {
			n, sum = n+1, sum+points[other]
		}
	}
	worth := 100 * points[seat]
	if !rs.Chips {
		worth -= 100 * sum / max(n, 1)
	}
	if !rs.HighWins {
		worth = -worth
	}
	return worth
}
