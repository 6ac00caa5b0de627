package teach

import (
	"cmp"
	"maps"
	"slices"

	"fives/engine/rules"
	"fives/engine/search"
)

// A claim is a move that is better than the one that was played if simple players play on, or an end that is if
// good ones do in a few worlds.
type claim struct {
	turn int
	move string
	duel search.Duel
	each int // playouts that a world counts as in which good players play on
}

const (
	turnCost   = 6  // playouts that a turn of a good player counts as: it takes up to 35, but few hands have claims for all of the budget
	mostWorlds = 64 // that good players play on in
	fewWorlds  = 12 // in which they show whether to look closer
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
		t, each := s.hand.Turns[c.turn], c.each
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

// ends returns the claims of moves that end the hand ([rules.View.Ends]) in turns without a loss. Simple players
// may think far too well of what comes after an exchange, so good ones are asked of each end that wins more than it loses.
func (s *student) ends(q question, losses map[int]Loss) (claims []claim) {
	for _, i := range s.judged {
		t := s.hand.Turns[i]
		if _, lost := losses[i]; lost {
			continue
		}
		for _, move := range slices.Sorted(maps.Keys(t.Position.View(t.Seat, t.Own).Ends)) {
			if move == t.Move {
				continue
			}
			if mean, _, _ := q.spot(t).Expect(move, search.Enough, s.source(i, q, 6)); mean[t.Seat] > 0 {
				claims = append(claims, claim{turn: i, move: move, each: s.cost(i)})
			}
		}
	}
	left := s.budget * q.ends / 100
	slices.Reverse(claims) // what is left of a hand is least in its last turns
	for n := range claims {
		c := &claims[n]
		worlds := min(fewWorlds, left/(len(claims)-n)/c.each)
		left -= worlds * c.each
		t := s.hand.Turns[c.turn]
		c.duel = played(q.spot(t), t).Versus(c.move, t.Move, 2*worlds, s.source(c.turn, q, 7))
	}
	return slices.DeleteFunc(claims, func(c claim) bool { return c.duel.Gain < least || 2*c.duel.Better <= c.duel.Worlds })
}
