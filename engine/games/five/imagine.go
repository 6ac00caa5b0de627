package five

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

// Imagine returns a world of the good player in which all end as it does ([rules.Imaginer]).
func (p *position) Imagine(seat int, own rules.Observation, r *rand.Rand) rules.World {
	t := &thought{position: p, seat: seat, own: own, unseen: p.unseen(seat, own)}
	w := t.imagine(r)
	w.dice = r.Uint64() | 1
	return imagined{w, p}
}

// Cost is what a playout costs ([rules.Imaginer]).
func (p *position) Cost() int { return 4 * len(p.active) }

// What worlds promise too much for the end of the hand in place of an exchange, and for an exchange in place of it.
const (
	tooMuchForEnds = 600
	tooMuch        = 1000
)

// Margin says that worlds tell whether to end the hand, and nothing of which exchange is better: those that
// they liked better were no better in truth ([rules.Imaginer]). The exchange that an end is compared with
// is good's.
func (p *position) Margin(seat int, own rules.Observation, move, other string) (int, bool) {
	switch {
	case move == wordEnd:
		return tooMuchForEnds, other != wordEnd
	case other != wordEnd:
		return 0, false
	}
	t := &thought{position: p, seat: seat, own: own, unseen: p.unseen(seat, own)}
	return tooMuch, t.best().text == move
}

// Try makes a move and plays on.
func (i imagined) Try(move string) rules.Outcome {
	s, _ := read(move)
	w := *i.world
	if s.end {
		w.ender = w.turn
	} else if w.apply(exchange{rank: s.drop[0].Rank, n: len(s.drop), take: s.take}) {
		w.playOut()
	}
	return i.at.outcome(w.points())
}

// Hand lists the cards of a seat, of which only the ranks are known ([rules.World]).
func (i imagined) Hand(seat int) (hand []card.Card) {
	if at := slices.Index(i.at.active, seat); at >= 0 {
		held := i.hands[at]
		for _, rank := range held.ranks[:held.n] {
			hand = append(hand, card.Card{Rank: rank})
		}
	}
	return hand
}

// outcome adds the points of the active seats to the totals.
func (p *position) outcome(points [maxSeats]int) rules.Outcome {
	o := rules.Outcome{Points: make([]int, len(p.scores))}
	scores := slices.Clone(p.scores)
	for i, seat := range p.active {
		o.Points[seat] = points[i]
		scores[seat] += points[i]
	}
	if in := below(scores, p.options); len(in) < 2 {
		o.Winners = in
	}
	return o
}
