package search

import (
	"math/rand/v2"
	"slices"

	"fives/engine/rules"
)

// Strong is the name of the computer player that searches.
const Strong = "strong"

// Levels lists the computer players of a game, weakest first: its own, and [Strong] if it
// imagines worlds.
func Levels(rs *rules.RuleSet) []rules.Bot {
	if !imagines(rs) {
		return rs.Bots
	}
	return append(slices.Clone(rs.Bots), Searcher(rs, thinking, nil))
}

// Level finds a computer player of a game by name. rest is [Spot.Rest], for [Strong].
func Level(rs *rules.RuleSet, name string, rest func() error) (rules.Bot, error) {
	if name == Strong && imagines(rs) {
		return Searcher(rs, thinking, rest), nil
	}
	return rs.Bot(name)
}

// imagines reports whether the positions of a game imagine worlds.
func imagines(rs *rules.RuleSet) bool {
	o, err := rs.Validate(rs.MaxSeats, nil)
	if err != nil {
		return false
	}
	_, ok := rs.Start(rs.MaxSeats, o, nil).(rules.Imaginer)
	return ok
}

// thinking is how long Strong thinks about a move, in microseconds of an ordinary machine.
const thinking = 400_000

// Searcher returns a computer player that makes the move of the game's strongest own one,
// unless the search is certain that another move is worth more, and by more than worlds promise too
// much ([rules.Imaginer]). It searches for about so many microseconds of an ordinary machine. On any
// machine it makes the same moves, because they are counted in playouts. rest is [Spot.Rest].
func Searcher(rs *rules.RuleSet, microseconds int, rest func() error) rules.Bot {
	return rules.Bot{Name: Strong, Think: func(p rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
		usual := rs.Strongest().Think(p, seat, own, r)
		imaginer, ok := p.(rules.Imaginer)
		if !ok {
			return usual
		}
		s := Spot{Rules: rs, Position: p, Seat: seat, Own: own, Rest: rest}
		rivals := s.Rivals(usual.Move, p.Moves(seat, own))
		if len(rivals) == 0 {
			return usual
		}
		best, playouts := rivals[0], microseconds/max(1, imaginer.Cost())
		if len(rivals) > 1 {
			playouts /= 2
			first := s.Best(append([]string{usual.Move}, rivals...), playouts, r)[0]
			if best = first.Move; best == usual.Move || first.Plays == 0 {
				return usual
			}
		}
		margin, _ := s.Margin(best, usual.Move)
		if !s.Versus(best, usual.Move, playouts, r).Surely(margin) {
			return usual
		}
		return rules.Choice{Move: best, Why: rules.ReasonFor(p, seat, own, best)}
	}}
}
