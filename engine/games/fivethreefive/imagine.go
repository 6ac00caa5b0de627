package fivethreefive

import (
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// An imagined hand is a world with the table that it stands for.
type imagined struct {
	*world
	at *position
}

// Imagine returns a world of the good player ([rules.Imaginer]).
func (p *position) Imagine(seat int, own rules.Observation, r *rand.Rand) rules.World {
	t := &thought{position: p, seat: seat, own: own}
	t.unseen = t.hidden()
	return imagined{t.imagine(r), p}
}

// Cost is what a playout costs ([rules.Imaginer]).
func (p *position) Cost() int { return 12 }

// Try makes a move and plays on.
func (i imagined) Try(move string) rules.Outcome {
	w := *i.world
	if !w.apply(w.lay(readChoice(move))) {
		w.playOut()
	}
	return i.at.outcome(&w)
}

// readChoice reads a legal move.
func readChoice(move string) choice {
	words := rules.Words(move)
	c := choice{verb: words[0]}
	cards, _ := card.ParseAll(words[1:])
	for _, card := range cards {
		c.ranks = append(c.ranks, card.Rank)
	}
	slices.Sort(c.ranks)
	return c
}

// outcome adds what the seats have left to the totals.
func (p *position) outcome(w *world) rules.Outcome {
	o := rules.Outcome{Points: make([]int, p.seats)}
	scores := slices.Clone(p.scores)
	for seat := range o.Points {
		o.Points[seat] = w.cost(seat)
		scores[seat] += o.Points[seat]
	}
	if slices.Max(scores) < p.options.end {
		return o
	}
	o.Winners = []int{}
	for seat, score := range scores {
		if score == slices.Min(scores) {
			o.Winners = append(o.Winners, seat)
		}
	}
	return o
}
