package teach

import (
	"cmp"
	"errors"
	"maps"
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
}

// A guess is a move that may be better than the one that was played, and by how much.
type guess struct {
	move string
	gain int
	all  bool // it was compared with all moves that there were
}

// Study compares the moves of a hand with about so many playouts. rest is [search.Spot.Rest];
// its error ends the study, and is returned.
func Study(h Hand, playouts int, rest func() error) (Lesson, error) {
	s, err := newStudent(h, playouts, rest)
	if err != nil {
		return Lesson{}, err
	}
	for i, t := range h.Turns {
		if t.Skip() == Judged {
			s.judged = append(s.judged, i)
		}
	}
	then, _ := s.losses(s.then())
	now, doubts := s.losses(s.now())
	worths, most := s.worths()
	l := Lesson{Hand: h, Playouts: playouts, Then: s.inOrder(then), Now: s.inOrder(now)}
	for _, seat := range h.Active {
		l.Players = append(l.Players, s.player(seat, then, now, doubts, most))
	}
	l.Decided = s.swings(then, now, worths)
	if err := s.rested(); err != nil {
		return Lesson{}, err
	}
	return l, nil
}

// Lost lists the moves of a seat that cost something by what it could know then, in the order of play. It takes less
// time than [Study] and, because the first look has the same budget for fewer turns, may find a move that Study does not.
func Lost(h Hand, seat, playouts int, rest func() error) ([]Loss, error) {
	s, err := newStudent(h, playouts, rest)
	if err != nil {
		return nil, err
	}
	for i, t := range h.Turns {
		if t.Seat == seat && t.Skip() == Judged {
			s.judged = append(s.judged, i)
		}
	}
	then, _ := s.losses(s.then())
	return s.inOrder(then), s.rested()
}

func newStudent(h Hand, playouts int, rest func() error) (*student, error) {
	if playouts <= 0 {
		return nil, ErrBudget
	}
	return &student{hand: h, budget: playouts, rest: rest}, nil
}

// rested is the error of rest.
func (s *student) rested() error {
	if s.rest == nil {
		return nil
	}
	return s.rest()
}

// A question is what is known when moves are compared, and the parts of the budget, in
// hundredths, for the first look at all moves of all turns, for the second look at the turns
// in which another move seemed better, for that move alone with the one that was played, for good players who
// play on after both, and for those who look at ends. With ofWorths and ofMoments they are more than a hundred: few
// hands need what is for good players.
type question struct {
	number                             int
	spot                               func(Turn) search.Spot
	first, second, third, played, ends int
}

// The numbers of the questions.
const (
	byThen = 1 + iota
	byNow
)

func (s *student) then() question { return question{byThen, s.spotThen, 20, 15, 8, 25, 10} }
func (s *student) now() question  { return question{byNow, s.spotNow, 10, 10, 5, 20, 10} }

// Others that the budget goes into, in hundredths of it: what every turn was worth, and a closer look at those that
// decided the hand.
const (
	ofWorths  = 15
	ofMoments = 24
)

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

// closer is how many turns of a seat get a second look, beside the last of those in which another move seemed
// better: little can still happen then, so that it is sure even of little.
const closer = 3

// losses looks for better moves. doubts are the turns in which one seems to be, or may.
func (s *student) losses(q question) (losses map[int]Loss, doubts map[int]bool) {
	guesses := map[int]guess{}
	s.look(q, 1, s.judged, q.first, guesses)
	again := s.doubtful(guesses)
	s.look(q, 2, again, q.second, guesses)
	doubts = map[int]bool{}
	for i, g := range guesses {
		doubts[i] = g.gain >= least || !g.all
	}
	playouts := s.budget * q.third / 100
	again = fewer(again, guesses, playouts/(2*search.Enough))
	var claims []claim
	for _, i := range again {
		t, g := s.hand.Turns[i], guesses[i]
		if g.move == "" {
			continue
		}
		d := q.spot(t).Versus(g.move, t.Move, playouts/len(again), s.source(i, q, 3))
		doubts[i] = d.Gain >= least || !g.all
		if margin, _ := q.spot(t).Margin(g.move, t.Move); clear(d, margin) {
			claims = append(claims, claim{i, g.move, d, 2 * s.cost(i)})
		}
	}
	losses = s.borne(q, claims)
	ends := s.ends(q, losses)
	for _, c := range ends {
		doubts[c.turn] = true
	}
	maps.Copy(losses, s.borne(q, ends))
	return losses, doubts
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
	often = 70  // hundredths of the worlds that tell the moves apart in which the other move comes out better
	tells = 50  // hundredths of all worlds that tell them apart
)

// clear reports whether a move is better than the one that was played, for all that is said of it: it gains
// something, surely, and more than worlds promise too much, and where it makes a difference, as it does in half of
// the worlds, it mostly comes out better. Nobody calls bad luck a mistake.
func clear(d search.Duel, margin int) bool {
	apart := d.Better + d.Worse
	return d.Gain >= least && d.Surely(margin) && 100*apart >= tells*d.Worlds && 100*d.Better >= often*apart
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
		best := ranked[0]
		guesses[i] = guess{all: len(moves) == len(t.moves()) && best.Plays > 0}
		if best.Move != t.Move && best.Plays > 0 {
			own := ranked[slices.IndexFunc(ranked, func(o search.Try) bool { return o.Move == t.Move })]
			guesses[i] = guess{best.Move, best.Worth() - own.Worth(), guesses[i].all}
		}
	}
}

// doubtful lists the turns in which another move looked better, of each seat those in which it
// looked most so, and the last.
func (s *student) doubtful(guesses map[int]guess) []int {
	var list []int
	for _, seat := range s.hand.Active {
		var own []int
		for _, i := range s.judged {
			if s.hand.Turns[i].Seat == seat && guesses[i].gain > 0 {
				own = append(own, i)
			}
		}
		if len(own) > closer {
			last := own[len(own)-1]
			slices.SortStableFunc(own, func(a, b int) int { return cmp.Compare(guesses[b].gain, guesses[a].gain) })
			if own = own[:closer]; !slices.Contains(own, last) {
				own = append(own, last)
			}
		}
		list = append(list, own...)
	}
	slices.Sort(list)
	return list
}
