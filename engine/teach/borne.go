package teach

import (
	"cmp"
	"slices"

	"fives/engine/rules"
	"fives/engine/search"
)

// A claim is a move that is better than the one that was played if simple players play on.
type claim struct {
	turn int
	move string
	duel search.Duel
}

const (
	turnCost   = 6  // playouts that a turn of a good player counts as: it takes up to 35, but few hands have claims for all of the budget
	mostWorlds = 64 // that good players play on in
)

// cost is how many playouts one in which good players play on after a turn counts as.
func (s *student) cost(turn int) int { return turnCost * (len(s.hand.Turns) - turn) }

// played is a spot from which good players play on.
func played(spot search.Spot, t Turn) search.Spot {
	spot.Public = append(rules.Observation{}, t.Public...) // not nil, even if nothing is public yet
	return spot
}

// borne returns the claims that are true where good players play on, too, and what they are worth then: where
// simple players do, a move may only be better because they do not know how to go on after the other. It
// begins with those that claim most, and leaves out those for which the budget does not suffice.
func (s *student) borne(q question, claims []claim) map[int]Loss {
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(b.duel.Gain, a.duel.Gain) })
	losses := map[int]Loss{}
	left := s.budget * q.played / 100
	for n, c := range claims {
		t, each := s.hand.Turns[c.turn], 2*s.cost(c.turn)
		worlds := min(mostWorlds, left/(len(claims)-n)/each)
		if worlds < search.Enough {
			if worlds = search.Enough; n > 0 && worlds*each > left {
				continue
			}
		}
		left -= worlds * each
		d := played(q.spot(t), t).Versus(c.move, t.Move, 2*worlds, s.source(c.turn, q, 4))
		if !clear(d, 0) {
			continue
		}
		loss := Loss{
			Turn: c.turn, Better: c.move, Points: max(0, d.Points), Worth: d.Gain, Error: d.Error,
			Worlds: d.Worlds, Worse: d.Better, Even: d.Worlds - d.Better - d.Worse,
			Always: d.Better == d.Worlds && c.duel.Better == c.duel.Worlds,
		}
		if q.number == byThen {
			lay := played(s.spotNow(t), t).Versus(c.move, t.Move, 2*worlds, s.source(c.turn, q, 5))
			loss.Lay, loss.Turned = lay.Points, lay.Worlds >= search.Enough && lay.Gain+2*lay.Error < least
		}
		losses[c.turn] = loss
	}
	return losses
}
