package teach

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"

	"fives/engine/rules"
	"fives/engine/search"
)

// Budget is the number of playouts with which a lesson about the hand takes a second or two
// on an ordinary machine, and is good.
func Budget(h Hand) int {
	const microseconds, unknown = 1_500_000, 200
	cost := unknown
	if len(h.Turns) > 0 {
		if p, ok := h.Turns[0].Position.(rules.Imaginer); ok {
			cost = p.Cost()
		}
	}
	return microseconds / max(1, cost)
}

// ErrBudget says that a budget is too small for a hand.
var ErrBudget = errors.New("teach: the budget is not one of playouts")

// A student studies a hand.
type student struct {
	hand   Hand
	budget int
	rest   func() error
	judged []int // turns
	most   int   // hundredths of a point that the hand could bring or cost a seat
}

// A guess is a move that may be better than the one that was played, and by how much.
type guess struct {
	move string
	gain int
}

// Study compares the moves of a hand with at most so many playouts. rest is [search.Spot.Rest];
// its error ends the study, and is returned.
func Study(h Hand, playouts int, rest func() error) (Lesson, error) {
	if playouts <= 0 {
		return Lesson{}, ErrBudget
	}
	s := &student{hand: h, budget: playouts, rest: rest}
	for i, t := range h.Turns {
		if t.Skip() == Judged {
			s.judged = append(s.judged, i)
		}
	}
	then := s.losses(question{1, s.spotThen, 20, 20, 10})
	now := s.losses(question{2, s.spotNow, 10, 10, 5})
	worth, most := s.worths()
	s.most = most
	for _, losses := range []map[int]Loss{then, now} {
		for i, l := range losses {
			l.Points = min(l.Points, most)
			losses[i] = l
		}
	}
	if rest != nil {
		if err := rest(); err != nil {
			return Lesson{}, err
		}
	}
	l := Lesson{Hand: h, Playouts: playouts, Then: s.inOrder(then), Now: s.inOrder(now)}
	for _, seat := range h.Active {
		l.Players = append(l.Players, s.player(seat, then, now))
	}
	l.Decided = s.swings(then, worth)
	return l, nil
}

// A question is what is known when moves are compared, and the parts of the budget, in
// hundredths, for the first look at all moves of all turns, for the second look at the turns
// in which another move seemed better, and for that move alone with the one that was played.
type question struct {
	number               int
	spot                 func(Turn) search.Spot
	first, second, third int
}

// source is the randomness for a look at a turn. It depends on nothing else, so that an
// answer does not depend on the looks before it.
func (s *student) source(turn int, q question, look int) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(s.hand.Number)<<32|uint64(turn), uint64(10*q.number+look)))
}

func (h Hand) spot(t Turn, own rules.Observation) search.Spot {
	return search.Spot{Rules: h.Rules, Options: h.Options, Position: t.Position, Seat: t.Seat, Own: own, Gone: t.Gone}
}

func (s *student) spot(t Turn, own rules.Observation) search.Spot {
	spot := s.hand.spot(t, own)
	spot.Rest = s.rest
	return spot
}

// The spots of a turn, by what its seat knew then, and with all hands known.
func (s *student) spotThen(t Turn) search.Spot { return s.spot(t, t.Own) }
func (s *student) spotNow(t Turn) search.Spot  { return s.spot(t, t.Open) }

// closer is how many turns of a seat get a second look.
const closer = 3

// losses looks for better moves.
func (s *student) losses(q question) map[int]Loss {
	guesses := map[int]guess{}
	s.look(q, 1, s.judged, q.first, guesses)
	again := s.doubtful(guesses)
	s.look(q, 2, again, q.second, guesses)
	playouts := s.budget * q.third / 100
	again = fewer(again, guesses, playouts/(2*search.Enough))
	losses := map[int]Loss{}
	for _, i := range again {
		t, g := s.hand.Turns[i], guesses[i]
		if g.move == "" {
			continue
		}
		d := q.spot(t).Versus(g.move, t.Move, playouts/len(again), s.source(i, q, 3))
		if margin, _ := q.spot(t).Margin(g.move, t.Move); clear(d, margin) {
			losses[i] = Loss{Turn: i, Better: g.move, Points: max(0, d.Points), Worth: d.Gain, Error: d.Error, Worlds: d.Worlds, Worse: d.Better, Even: d.Worlds - d.Better - d.Worse}
		}
	}
	return losses
}

// fewer leaves at most so many turns, those in which another move looks best: all that are left get enough
// worlds.
func fewer(turns []int, guesses map[int]guess, most int) []int {
	if len(turns) <= most {
		return turns
	}
	slices.SortStableFunc(turns, func(a, b int) int { return cmp.Compare(guesses[b].gain, guesses[a].gain) })
	return turns[:most]
}

const (
	least = 100 // hundredths of a point that a move must cost to be called a loss
	often = 70  // hundredths of the worlds in which the other move comes out better
)

// clear reports whether a move is better than the one that was played, for all that is said of it: it gains
// something, surely, and more than worlds promise too much, and mostly comes out better. Nobody calls
// bad luck a mistake.
func clear(d search.Duel, margin int) bool {
	return d.Gain >= least && d.Surely(margin) && 100*d.Better >= often*d.Worlds
}

// look finds the best moves of some turns with a part of the budget, and what they seem to be
// worth more than those that were played.
func (s *student) look(q question, n int, turns []int, part int, guesses map[int]guess) {
	all := 0
	moves := map[int][]string{} // by turn, the one that was played first
	for _, i := range turns {
		t := s.hand.Turns[i]
		moves[i] = append([]string{t.Move}, q.spot(t).Rivals(t.Move, t.moves())...)
		all += len(moves[i])
	}
	for _, i := range turns {
		t, moves := s.hand.Turns[i], moves[i]
		ranked := q.spot(t).Best(moves, s.budget*part/100*len(moves)/all, s.source(i, q, n))
		guesses[i] = guess{}
		if best := ranked[0]; best.Move != t.Move && best.Plays > 0 {
			own := ranked[slices.IndexFunc(ranked, func(o search.Try) bool { return o.Move == t.Move })]
			guesses[i] = guess{best.Move, best.Worth() - own.Worth()}
		}
	}
}

// doubtful lists the turns in which another move looked better, of each seat those in which it
// looked most so.
func (s *student) doubtful(guesses map[int]guess) []int {
	var list []int
	for _, seat := range s.hand.Active {
		var own []int
		for _, i := range s.judged {
			if s.hand.Turns[i].Seat == seat && guesses[i].gain > 0 {
				own = append(own, i)
			}
		}
		slices.SortStableFunc(own, func(a, b int) int { return cmp.Compare(guesses[b].gain, guesses[a].gain) })
		list = append(list, own[:min(closer, len(own))]...)
	}
	slices.Sort(list)
	return list
}
