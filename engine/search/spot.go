package search

import (
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
}

// worlds returns the source of the worlds of the spot.
func (s Spot) worlds(r *rand.Rand) func() rules.World {
	if p, ok := s.Position.(rules.Imaginer); ok {
		return func() rules.World { return p.Imagine(s.Seat, s.Own, r) }
	}
	d := newDealer(s)
	return func() rules.World { return d.deal(r) }
}

// winning is what it is worth to win the game with the hand, beside its points, in hundredths.
const winning = 2000

// worth returns what an outcome is worth for the seat, in hundredths of a point: how much
// better its points are than the mean of the others', or just its own where they are chips,
// and what it is worth that the game is won or lost.
func (s Spot) worth(o rules.Outcome) int {
	active := s.Position.Status().Active
	n, sum := 0, 0
	for _, seat := range active {
		if seat != s.Seat {
			n, sum = n+1, sum+o.Points[seat]
		}
	}
	n = max(n, 1)
	worth := 100 * o.Points[s.Seat]
	if !s.Rules.Chips {
		worth -= 100 * sum / n
	}
	if !s.Rules.HighWins {
		worth = -worth
	}
	switch {
	case o.Winners == nil:
		return worth
	case slices.Contains(o.Winners, s.Seat):
		return worth + winning/len(o.Winners)
	}
	return worth - winning/n
}
