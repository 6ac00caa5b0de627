package search

import (
	"math/rand/v2"

	"fives/engine/rules"
)

// A Duel is a comparison of two moves in the same worlds.
type Duel struct {
	Worlds int
	Worth  int // mean worth of the first move, in hundredths of a point
	Gain   int // how much more it is worth than the second
	Error  int // standard error of the gain
	Points int // the gain without what it is worth to win the game
	Better int // worlds in which the first did better
	Worse  int // and worse
}

// Versus compares a move with another in so many playouts, half of them for each. Their
// worlds are drawn anew: for a move that was the best of many by chance, those in which it
// was found are too kind.
func (s Spot) Versus(move, other string, budget int, r *rand.Rand) Duel {
	d, scale := Duel{}, s.scale()
	sum, squares := 0, 0
	for w := range s.worlds(budget/2, s.deals(r)) {
		d.Worlds++
		points, a := scale.weigh(w.Try(move))
		others, b := scale.weigh(w.Try(other))
		d.Points += points - others
		d.Worth += a
		sum += a - b
		squares += (a - b) * (a - b)
		switch {
		case a > b:
			d.Better++
		case a < b:
			d.Worse++
		}
	}
	if n := d.Worlds; n > 0 {
		d.Worth, d.Points = d.Worth/n, d.Points/n
		d.Gain = sum / n
		d.Error = root(max(0, squares/n-d.Gain*d.Gain) / n)
	}
	return d
}

// certain is how many standard errors a move must be better by.
const certain = 2

// Enough is how many worlds tell anything: fewer may agree by chance, and then have no error.
const Enough = 20

// Surely reports whether the first move is worth more by so much, and by more than chance explains, in enough
// worlds.
func (d Duel) Surely(margin int) bool {
	return d.Worlds >= Enough && d.Gain > max(margin, certain*d.Error)
}

// Rivals lists the moves, of some, that worlds can tell from one.
func (s Spot) Rivals(move string, moves []string) (rivals []string) {
	for _, m := range moves {
		if _, told := s.Margin(m, move); told && m != move {
			rivals = append(rivals, m)
		}
	}
	return rivals
}

// Margin is by how much a move must seem better than another to be better ([rules.Imaginer]).
func (s Spot) Margin(move, other string) (hundredths int, told bool) {
	if p, ok := s.Position.(rules.Imaginer); ok {
		return p.Margin(s.Seat, s.Own, move, other)
	}
	return 0, true
}

// Expect returns, by seat, the mean points against those of the others ([Against]) if a move is
// made, in so many playouts, and their standard errors, and the most of them that any seat won or lost in one.
func (s Spot) Expect(move string, playouts int, r *rand.Rand) (mean, errors []int, most int) {
	st, n := s.Position.Status(), max(1, playouts)
	mean, errors = make([]int, len(st.Scores)), make([]int, len(st.Scores))
	for w := range s.worlds(playouts, s.deals(r)) {
		o := w.Try(move)
		for _, seat := range st.Active {
			p := Against(s.Rules, st.Active, o.Points, seat)
			mean[seat] += p
			errors[seat] += p * p
			most = max(most, p, -p)
		}
	}
	for seat := range mean {
		mean[seat] /= n
		errors[seat] = root(max(0, errors[seat]/n-mean[seat]*mean[seat]) / n)
	}
	return mean, errors, most
}

// root returns the square root, rounded down.
func root(n int) int {
	x := 0
	for bit := 1 << 30; bit > 0; bit >>= 1 {
		if (x | bit) <= n/(x|bit) {
			x |= bit
		}
	}
	return x
}
