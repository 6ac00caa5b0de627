package furiousfive

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// A world is one way in which the cards may lie, of which only the ranks count. Every seat
// plays it by the outlook, and calls when it may.
type world struct {
	at     *position
	ahead  outlook
	turn   int
	turns  int // completed
	hands  []ranks
	stock  []card.Rank // the top last
	table  []card.Rank // that may be taken
	caller int
}

// with returns the hand with one more card.
func (h ranks) with(c card.Rank) ranks {
	at := 0
	for h>>at > 0 && card.Rank(h>>at&15) > c {
		at += 4
	}
	low := h & (1<<at - 1)
	return (h>>at<<4|ranks(c))<<at | low
}

func (h ranks) total() int {
	sum := 0
	for ; h > 0; h >>= 4 {
		sum += int(h & 15)
	}
	return sum
}

// A turn is a drop, and the card to take: 0 for a draw.
type turn struct {
	way
	take card.Rank
}

// policy returns the turn that leaves the least cost on average.
func (w *world) policy() turn {
	best, least := turn{}, 1<<30
	for _, d := range w.ahead.ways[w.hands[w.turn]] {
		if d.drawn < least {
			best, least = turn{way: d}, d.drawn
		}
		for _, c := range w.table {
			if cost := w.ahead.costs[d.rest.with(c)]; cost < least {
				best, least = turn{way: d, take: c}, cost
			}
		}
	}
	return best
}

// apply makes a turn. It returns false if there is no card to draw: then the imagined hand is
// void.
func (w *world) apply(t turn) bool {
	gain := t.take
	if gain == 0 {
		if len(w.stock) == 0 {
			return false
		}
		gain = w.stock[len(w.stock)-1]
		w.stock = w.stock[:len(w.stock)-1]
	}
	w.hands[w.turn] = t.rest.with(gain)
	w.table = t.takeable
	w.turn = w.at.following(w.turn)
	w.turns++
	return true
}

// playOut plays to the end of the hand.
func (w *world) playOut() {
	most := w.at.options.Int("call-max")
	for {
		if w.hands[w.turn].total() <= most {
			w.caller = w.turn
			return
		}
		if !w.apply(w.policy()) {
			return
		}
	}
}

// outcome pays for the call, if there was one.
func (w *world) outcome() rules.Outcome {
	p := w.at
	o := rules.Outcome{Points: make([]int, p.seats)}
	if w.caller != rules.None {
		totals := make([]int, p.seats)
		for s, h := range w.hands {
			totals[s] = h.total()
		}
		o.Points = payments(totals, w.caller, p.options.Bool("split-failed-call"))
	}
	scores := slices.Clone(p.scores)
	for s, n := range o.Points {
		scores[s] += n
	}
	if decided(p.seats, p.options, rules.Carry{Hands: p.hand, Scores: scores}) {
		o.Winners = best(scores)
	}
	return o
}
