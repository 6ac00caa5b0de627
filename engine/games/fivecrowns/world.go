package fivecrowns

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// A world is one way in which the cards may lie. Every seat plays it by a quick policy, which
// goes out as soon as it can.
type world struct {
	wild   card.Rank
	seats  int
	seat   int // whose turn it is
	turns  int // until the last turns begin at the latest
	last   bool
	owing  int // last turns still to come
	hands  [][]card.Card
	stock  []card.Card // the top last
	top    card.Card   // of the pile
	points []int       // by seat, of those that have had their last turn
	left   []int       // by seat, the points outside melds; -1 if nobody has counted them
}

// draw gives the seat a card of the stock, and reports whether there was one.
func (w *world) draw() bool {
	if len(w.stock) == 0 {
		return false
	}
	w.gain(w.stock[len(w.stock)-1])
	w.stock = w.stock[:len(w.stock)-1]
	return true
}

func (w *world) gain(c card.Card) { w.hands[w.seat] = append(w.hands[w.seat], c) }

// turn plays a turn as the policy does, and reports whether there was a card to draw. The seat
// takes a wild card, and a card that leaves it fewer points outside melds.
func (w *world) playTurn() bool {
	if hand := w.hands[w.seat]; isWild(w.top, w.wild) || w.fits(hand, w.top) {
		more := solve(append(hand, w.top), w.wild)
		if isWild(w.top, w.wild) || more.points() < w.outside() {
			w.gain(w.top)
			w.end(more)
			return true
		}
	}
	if !w.draw() {
		return false
	}
	w.end(solve(w.hands[w.seat], w.wild))
	return true
}

// outside returns the points of the seat's hand outside melds.
func (w *world) outside() int {
	if w.left[w.seat] < 0 {
		w.left[w.seat] = solve(w.hands[w.seat], w.wild).points()
	}
	return w.left[w.seat]
}

// points returns the points of the whole hand outside melds: those of whole.
func (s *solution) points() int { return total(s.cards, s.wild) - s.saved(s.best, s.wilds) }

// fits reports whether a card goes with two cards of a hand, wild cards included.
func (w *world) fits(hand []card.Card, c card.Card) bool {
	wilds, alike, near := 0, 0, 0
	for _, d := range hand {
		switch away := int(c.Rank) - int(d.Rank); {
		case isWild(d, w.wild):
			wilds++
		case away == 0:
			alike++
		case c.Suit == d.Suit && away >= -2 && away <= 2:
			near++
		}
	}
	return max(alike, near)+wilds >= meldSize-1
}

// partners says how well a card goes with the others of a hand.
func (w *world) partners(hand []card.Card, i int) int {
	sum, c := 0, hand[i]
	for j, d := range hand {
		if i == j || isWild(d, w.wild) {
			continue
		}
		switch away := int(c.Rank) - int(d.Rank); {
		case away == 0:
			sum += 2
		case c.Suit != d.Suit:
		case away == 1 || away == -1:
			sum += 2
		case away == 2 || away == -2:
			sum++
		}
	}
	return sum
}

// worst returns the place of the card of a hand that goes least with the others.
func (w *world) worst(hand []card.Card) int {
	const most = 6
	partner := most
	if !slices.ContainsFunc(hand, func(c card.Card) bool { return isWild(c, w.wild) }) {
		partner = min(most, len(hand)-2) // in a small hand little fits before somebody goes out
	}
	at, least := 0, 1<<30
	for i, c := range hand {
		keep := 1 << 20
		if !isWild(c, w.wild) {
			keep = partner*w.partners(hand, i) - int(c.Rank)
		}
		if keep < least {
			at, least = i, keep
		}
	}
	return at
}

// end ends the seat's turn as the policy does: it goes out, or lays what it can in a last
// turn, or discards the card that leaves the fewest points, with a thought for its partners.
func (w *world) end(best *solution) {
	hand := w.hands[w.seat]
	c := best.dearest(w.last)
	left := best.leaves(c)
	if w.last || left == 0 {
		w.points[w.seat] = left
		w.discard(c)
		w.pass(!w.last)
		return
	}
	const partner = 3
	least := 1 << 30
	for i, d := range hand {
		if isWild(d, w.wild) {
			continue
		}
		if cost := best.leaves(d) + partner*w.partners(hand, i); cost < least {
			c, least = d, cost
		}
	}
	w.left[w.seat] = best.leaves(c)
	w.discard(c)
	w.pass(false)
}

// discard throws a card away.
func (w *world) discard(c card.Card) {
	hand := w.hands[w.seat]
	for i, d := range hand {
		if d == c {
			hand[i] = hand[len(hand)-1]
			w.hands[w.seat] = hand[:len(hand)-1]
			break
		}
	}
	w.top = c
}

// pass ends a turn with which the seat has gone out, or not.
func (w *world) pass(out bool) {
	w.turns--
	switch {
	case w.last:
		w.owing--
	case out:
		w.last, w.owing = true, w.seats-1
	case w.turns <= 0:
		w.last, w.owing = true, w.seats
	}
	w.seat = (w.seat + 1) % w.seats
}

// playOut plays to the end of the hand.
func (w *world) playOut() {
	for !w.last || w.owing > 0 {
		if !w.playTurn() {
			w.spent()
			return
		}
	}
}

// spent ends an imagined hand for which there are not enough cards: everybody lays what is
// there.
func (w *world) spent() {
	for s, hand := range w.hands {
		if !w.last || w.points[s] < 0 {
			w.points[s] = solve(hand, w.wild).whole().points
		}
	}
}

func (w *world) outcome(p *position) rules.Outcome {
	o := rules.Outcome{Points: w.points}
	if p.hand >= p.length {
		scores := make([]int, p.seats)
		for s := range scores {
			scores[s] = p.scores[s] + w.points[s]
		}
		o.Winners = lowestSeats(scores)
	}
	return o
}
