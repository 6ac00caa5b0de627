package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"unicode/utf8"

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
		d := s.Versus(best, usual.Move, playouts, r)
		if !d.Surely(margin) {
			return usual
		}
		return rules.Choice{Move: best, Why: s.overrules(best, usual.Move, d)}
	}}
}

// longest is how long a reason may be that names the other move.
const longest = 160

// overrules says why a move is made in place of the usual one: what is certain of it, and how it did in the deals.
func (s Spot) overrules(move, usual string, d Duel) string {
	named, _ := s.Position.Named(usual)
	all := make([]string, 0, 2)
	for _, than := range []string{"to " + s.Rules.Do(usual, named...).String(), "what " + s.Rules.Strongest().Name + " would do"} {
		how := fmt.Sprintf("does better than %s in %d of 100 deals that fit, and worse in %d", than, percent(d.Better, d.Worlds), percent(d.Worse, d.Worlds))
		switch gains := (d.Points + 50) / 100; {
		case d.Better > d.Worse:
		case gains > 0:
			how = fmt.Sprintf("does about %s better than %s on average of the deals that fit", s.Rules.Amount(gains), than)
		default:
			how = fmt.Sprintf("does better for winning the game than %s on average of the deals that fit", than)
		}
		if why := rules.ReasonFor(s.Position, s.Seat, s.Own, move); why != "" {
			how = why + "; it " + how
		}
		all = append(all, how)
	}
	if utf8.RuneCountInString(all[0]) <= longest {
		return all[0]
	}
	return all[1]
}

func percent(n, of int) int { return (100*n + of/2) / max(1, of) }
