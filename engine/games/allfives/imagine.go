package allfives

import (
	"math/rand/v2"

	"fives/engine/card"
	"fives/engine/rules"
)

// An imagined hand is a world with what the seat knows that imagines it.
type imagined struct {
	*world
	t *thought
	s *solver // for the trump of the world; nil for more than two seats
}

// Imagine returns a world of the good player ([rules.Imaginer]).
func (p *position) Imagine(seat int, own rules.Observation, r *rand.Rand) rules.World {
	t := &thought{position: p, seat: seat, own: own, unseen: p.unseen(seat, own)}
	w := t.imagine(r)
	if p.phase != playing {
		w.trump, w.turn = p.offered, p.eldest()
	}
	s := t.solver(w.trump)
	t.begin(s)
	return imagined{w, t, s}
}

// Cost is what a playout costs ([rules.Imaginer]).
func (p *position) Cost() int { return 90 }

// Try makes a move and plays on.
func (i imagined) Try(move string) rules.Outcome {
	w, s, begged := i.clone(), i.s, 0
	runs := false
	switch words := rules.Words(move); words[0] {
	case "play":
		c, _ := card.Parse(words[1])
		w.play(c)
	case "beg":
		runs = !fond(w.hands[i.t.dealer], i.t.offered)
		if !runs {
			begged = 1
		}
	case "take-one":
		begged = 1
	case "run":
		runs = true
	}
	if runs {
		w = w.afterRun()
		s = i.t.solver(w.trump)
		i.t.begin(s)
	}
	return i.t.outcome(w, s, begged)
}

// outcome plays a world to its end. To the points of the hand so far it adds those of the seats
// or, with a solver, the seat's lead over the other, with what it is worth to win the game.
// begged is the point that eldest has got just before.
func (t *thought) outcome(w *world, s *solver, begged int) rules.Outcome {
	o := rules.Outcome{Points: make([]int, t.seats)}
	for seat, items := range t.items {
		o.Points[seat] = rules.Sum(items)
	}
	eldest := t.eldest()
	o.Points[eldest] += begged
	if begged > 0 && t.scores[eldest]+begged >= t.target {
		o.Winners = []int{eldest}
		return o
	}
	if s == nil {
		w.playOut(t.needs())
		for seat, won := range w.won {
			o.Points[seat] += won
		}
		if won := w.reached(t.needs()); won >= 0 {
			o.Winners = []int{won}
		}
	} else {
		o.Points[t.seat] += w.exact(s)
	}
	return o
}
