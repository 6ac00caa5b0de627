package fivecrowns

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

// longestImagined is how many turns of every seat are imagined: as many as a hand has at the default
// of lap-cap. Simple players may take each other's discards for ever, and with a higher cap a few
// such playouts would cost more than all others.
const longestImagined = 100

// Imagine returns a world of the seat ([rules.Imaginer]).
func (p *position) Imagine(seat int, own rules.Observation, r *rand.Rand) rules.World {
	w := &world{
		wild: p.wild(), seats: p.seats, seat: p.seat, turns: min(p.lapCap*p.seats-p.turns, longestImagined*p.seats),
		last: p.last, owing: p.owing, points: make([]int, p.seats), hands: make([][]card.Card, p.seats), left: slices.Repeat([]int{-1}, p.seats),
	}
	if n := len(p.pile); n > 0 { // the seat to act may just have taken its only card
		w.top = own.Of(p.pile[n-1])
	}
	left := p.hidden(own)
	r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	known := make([]int, p.seats)
	for s, hand := range p.hands {
		w.points[s] = -1
		w.hands[s] = make([]card.Card, 0, len(hand)+2)
		for _, x := range hand {
			if c := own.Of(x); c.Known() {
				w.hands[s] = append(w.hands[s], c)
			}
		}
		known[s] = len(w.hands[s])
		n := len(hand) - known[s]
		w.hands[s] = append(w.hands[s], left[:n]...)
		left = left[n:]
	}
	for s := range w.hands {
		w.improve(s, known[s], left, p.turnsOf(s), r)
	}
	w.stock = p.stacked(own, left)
	p.count(w)
	return imagined{w, p}
}

// hidden lists the cards of the deck that are out of sight.
func (p *position) hidden(own rules.Observation) []card.Card {
	seen := own.Cards(slices.Concat(p.pile, p.stock))
	for s, hand := range p.hands {
		seen = append(seen, own.Cards(hand)...)
		seen = append(seen, slices.Concat(p.laid[s]...)...)
	}
	var left [card.Stars + 1][card.Joker + 1]int8 // by suit and rank
	for _, c := range seen {
		left[c.Suit][c.Rank]--
	}
	cards := make([]card.Card, 0, packs(p.seats)*len(onePack))
	for _, c := range onePack {
		for range packs(p.seats) {
			if left[c.Suit][c.Rank]++; left[c.Suit][c.Rank] > 0 {
				cards = append(cards, c)
			}
		}
	}
	return cards
}

var onePack = pack()

// turnsOf is how many turns of the hand a seat has had.
func (p *position) turnsOf(s int) int {
	first := (p.dealer + 1) % p.seats
	return (p.turns + p.seats - 1 - (s-first+p.seats)%p.seats) / p.seats
}

// How hidden hands are made: TestCalibrated measures it with two seats.
const (
	mostExchanges = 24 // of cards
	redeals       = 12 // of a hand that is complete, in search of one that is not
	few           = 4  // cards of a hand that many a card of the pile completes
)

// complete reports whether all cards of a hand are in melds or, with few cards, would have been with one
// of those that lay on the pile.
func (w *world) complete(hand, piled []card.Card) bool {
	if solve(slices.Clone(hand), w.wild).points() == 0 {
		return true
	}
	if len(hand) > few {
		return false
	}
	for _, c := range piled {
		more := solve(append(slices.Clone(hand), c), w.wild)
		if more.leaves(more.dearest(false)) == 0 {
			return true
		}
	}
	return false
}

// improve exchanges hidden cards of a hand for others that are left, as its player has had so many turns
// to do, more of them where more cards fit. Who had a complete hand would have gone out, so such a hand is
// dealt again.
func (w *world) improve(s, known int, left []card.Card, turns int, r *rand.Rand) {
	hand := w.hands[s]
	if known == len(hand) || len(left) == 0 || turns == 0 {
		return
	}
	swap := func(own, at int) { hand[own], left[at] = left[at], hand[own] }
	for n := range redeals {
		piled := max(0, min(turns, len(left), redeals/2-n))
		for range min((turns*(4+len(hand))+r.IntN(7))/7, mostExchanges) {
			at := r.IntN(len(left))
			if worst := known + w.worst(append(hand, left[at])[known:]); worst < len(hand) {
				swap(worst, at)
			}
		}
		if w.last || n == redeals-1 || !w.complete(hand, left[:piled]) {
			return
		}
		for i := range hand[known:] {
			swap(known+i, r.IntN(len(left)))
		}
	}
}

// stacked lays the cards that are left into the stock, the top last, around those of it that
// are known: whoever looks back at a hand knows some.
func (p *position) stacked(own rules.Observation, left []card.Card) []card.Card {
	stock := make([]card.Card, 0, len(p.stock))
	for _, x := range slices.Backward(p.stock) {
		c := own.Of(x)
		if !c.Known() {
			c, left = left[0], left[1:]
		}
		stock = append(stock, c)
	}
	return stock
}

// count counts the seats that have had their last turn.
func (p *position) count(w *world) {
	for i := range p.seats {
		s := (p.seat + i) % p.seats
		if p.last && i >= p.owing {
			w.points[s] = total(w.hands[s], w.wild)
		}
	}
}

// Cost is what a playout costs ([rules.Imaginer]): half as much again for each more card.
func (p *position) Cost() int {
	cost := 7 * p.seats
	for range p.hand - 1 {
		cost += cost / 2
	}
	return cost
}

// Margin is what worlds promise too much, which is more for where a card comes from, in
// the last turn, too ([rules.Imaginer]).
func (p *position) Margin(_ int, _ rules.Observation, move, _ string) (int, bool) {
	if move == "take" || move == "draw" {
		return 300, true
	}
	return 50, true
}

// Hand lists the cards of a seat ([rules.World]).
func (i imagined) Hand(seat int) []card.Card { return slices.Clone(i.hands[seat]) }

// Try makes a move and plays on.
func (i imagined) Try(move string) rules.Outcome {
	w := *i.world
	w.points, w.left = slices.Clone(w.points), slices.Repeat([]int{-1}, w.seats)
	w.hands = make([][]card.Card, w.seats)
	for s, hand := range i.hands {
		w.hands[s] = append(make([]card.Card, 0, len(hand)+2), hand...)
	}
	s, _ := read(move)
	switch s.verb {
	case "draw":
		if !w.draw() {
			w.spent()
			return w.outcome(i.at)
		}
		w.end(solve(w.hands[w.seat], w.wild))
	case "take":
		w.gain(w.top)
		w.end(solve(w.hands[w.seat], w.wild))
	default:
		w.lay(s)
	}
	w.playOut()
	return w.outcome(i.at)
}

// lay ends the seat's turn with a move.
func (w *world) lay(s sentence) {
	if w.last {
		left := slices.Clone(w.hands[w.seat])
		for _, c := range s.cards() {
			left = without(left, c)
		}
		w.points[w.seat] = total(left, w.wild)
	}
	if s.verb == "out" {
		w.points[w.seat] = 0
	}
	w.discard(s.discard)
	w.pass(s.verb == "out")
}
