package teach

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"

	"fives/engine/rules"
	"fives/engine/search"
)

// Playouts is a budget with which a lesson is good, and takes at most two seconds.
const Playouts = 20000

// ErrBudget says that a budget is too small for a hand.
var ErrBudget = errors.New("teach: the budget is not one of playouts")

// A student studies a hand.
type student struct {
	hand   Hand
	budget int
	judged []int // turns
	// best are the guesses of the first look, by turn: the best of the other moves, and what
	// it is worth more.
	guesses map[int]guess
}

type guess struct {
	move string
	gain int
}

// Study compares the moves of a hand with at most so many playouts.
func Study(h Hand, playouts int) (Lesson, error) {
	if playouts <= 0 {
		return Lesson{}, ErrBudget
	}
	s := &student{hand: h, budget: playouts}
	for i, t := range h.Turns {
		if t.Skip() == Judged {
			s.judged = append(s.judged, i)
		}
	}
	l := Lesson{Hand: h, Playouts: playouts}
	then := s.losses(s.spotThen, 0)
	now := s.losses(s.spotNow, 1)
	worth := s.worths()
	for _, seat := range h.Active {
		l.Players = append(l.Players, s.player(seat, then, now))
	}
	l.Decided = s.swings(then, worth)
	return l, nil
}

// source is the randomness for a question about a turn. It depends on nothing else, so that an
// answer does not depend on the questions before it.
func (s *student) source(turn, question int) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(s.hand.Number)<<32|uint64(turn), uint64(question)))
}

func (s *student) spot(t Turn, own rules.Observation) search.Spot {
	return search.Spot{Rules: s.hand.Rules, Options: s.hand.Options, Position: t.Position, Seat: t.Seat, Own: own, Gone: t.Gone}
}

func (s *student) spotThen(t Turn) search.Spot { return s.spot(t, t.Own) }
func (s *student) spotNow(t Turn) search.Spot  { return s.spot(t, s.hand.Final) }

// The parts of a budget, in hundredths, for each of the two questions: a first look at all
// moves of all turns, then at the best of the others alone where that looked better. The
// rest is for what the turns were worth.
const (
	first  = 20
	second = 20
)

// close is how many turns of a seat get a second look.
const closer = 4

// losses looks for better moves, with what a spot knows.
func (s *student) losses(spot func(Turn) search.Spot, question int) map[int]Loss {
	s.guesses = map[int]guess{}
	moves := 0
	for _, i := range s.judged {
		moves += len(s.hand.Turns[i].moves())
	}
	for _, i := range s.judged {
		t := s.hand.Turns[i]
		all := t.moves()
		share := s.budget * first / 100 * len(all) / moves
		s.guesses[i] = s.look(spot(t), all, share, s.source(i, question))
	}
	losses := map[int]Loss{}
	again := s.doubtful()
	for _, i := range again {
		t := s.hand.Turns[i]
		other := s.guesses[i].move
		d := spot(t).Versus(other, t.Move, s.budget*second/100/len(again), s.source(i, question+2))
		if d.Gain >= least && d.Gain > sure*d.Error {
			losses[i] = Loss{Turn: i, Better: other, Points: d.Gain, Error: d.Error, Worlds: d.Worlds, Worse: d.Better, Even: d.Worlds - d.Better - d.Worse}
		}
	}
	return losses
}

const (
	least = 100 // hundredths of a point that a move must cost to be called a loss
	sure  = 2   // and how many standard errors
)

// look finds the best move, and what it seems to be worth more than the first.
func (s *student) look(spot search.Spot, moves []string, budget int, r *rand.Rand) guess {
	ranked := spot.Best(moves, budget, r)
	if ranked[0].Move == moves[0] || ranked[0].Plays == 0 {
		return guess{}
	}
	own := ranked[slices.IndexFunc(ranked, func(t search.Try) bool { return t.Move == moves[0] })]
	return guess{ranked[0].Move, ranked[0].Worth() - own.Worth()}
}

// doubtful lists the turns in which another move looked better, of each seat those in which it
// looked most so.
func (s *student) doubtful() []int {
	var list []int
	for _, seat := range s.hand.Active {
		var own []int
		for _, i := range s.judged {
			if s.hand.Turns[i].Seat == seat && s.guesses[i].gain > 0 {
				own = append(own, i)
			}
		}
		slices.SortStableFunc(own, func(a, b int) int { return cmp.Compare(s.guesses[b].gain, s.guesses[a].gain) })
		list = append(list, own[:min(closer, len(own))]...)
	}
	slices.Sort(list)
	return list
}
