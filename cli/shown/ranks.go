package shown

import (
	"cmp"
	"slices"

	"fives/p2p/api"
)

// A Rank is a player's place in a game.
type Rank struct {
	api.Seat
	Place int // from 1, and the same for equal totals; 0 while the game is not over, or if nobody has won
	Total int
	Won   bool
}

// Ranks returns the players with their totals in the order of their seats or, if somebody has
// won, by rank. The winners come first, then the others by how close their totals are to the
// winners' total, whether the highest or the lowest total wins.
func Ranks(t api.Table) []Rank {
	list := make([]Rank, len(t.Seats))
	best := 0
	for i, s := range t.Seats {
		list[i] = Rank{Seat: s, Total: s.Score, Won: slices.Contains(t.Winners, s.Name)}
		if list[i].Won {
			best = s.Score
		}
	}
	if t.Phase != api.PhaseOver || len(t.Winners) == 0 {
		return list
	}
	far := func(r Rank) int {
		if r.Won {
			return -1
		}
		return max(r.Total-best, best-r.Total)
	}
	slices.SortStableFunc(list, func(a, b Rank) int { return cmp.Compare(far(a), far(b)) })
	for i := range list {
		list[i].Place = i + 1
		if i > 0 && far(list[i]) == far(list[i-1]) {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}
