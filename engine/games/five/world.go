package five

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// A world is one way in which the cards may lie, as the good player imagines it. Only
// ranks count. It is played to the end of the hand by a simple policy for every seat.
type world struct {
	seats int // seats in the game, numbered from 0
	self  int // seat that imagines it
	turn  int // seat to act
	turns int // turns begun in the hand
	hands [maxSeats]fist
	stock []card.Rank // not drawn yet, the top last
	top   card.Rank   // of the pile
	ender int         // the seat that has ended the hand, or rules.None
	// dice, if it is not 0, says that everybody ends as good does, as a search wants it (see ends).
	dice uint64
}

const maxSeats = 6

// A fist is a hand of which only the ranks are known.
type fist struct {
	ranks [dealt]card.Rank
	n     int
}

// An exchange is a drop of cards of a rank, and a take or a draw.
type exchange struct {
	rank card.Rank
	n    int // cards to drop; 0 for all of the rank
	take bool
}

// worths are the points of the ranks.
var worths = func() (w [card.Joker + 1]int) {
	for r := range w {
		w[r] = value(card.Card{Rank: card.Rank(r)})
	}
	return w
}()

func (f *fist) total() int {
	sum := 0
	for _, r := range f.ranks[:f.n] {
		sum += worths[r]
	}
	return sum
}

// drop takes cards of a rank out: so many of them, or all for 0.
func (f *fist) drop(rank card.Rank, most int) {
	n := 0
	for i, r := range f.ranks[:f.n] {
		if r != rank || most > 0 && i-n == most {
			f.ranks[n] = r
			n++
		}
	}
	f.n = n
}

func (f *fist) gain(rank card.Rank) {
	f.ranks[f.n] = rank
	f.n++
}

// The weight of a hand, in hundredths of a point, is its total minus a part of the best
// next drop, which is as good as gone. So pairs weigh less.
const discount = 75

// weight returns the weight of the hand without the cards of one rank and with one card of
// another.
func (f *fist) weight(without, with card.Rank) int {
	points, most := worths[with], worths[with]
	for i, r := range f.ranks[:f.n] {
		if r == without {
			continue
		}
		points += worths[r]
		same := worths[r]
		if r == with {
			same += worths[r]
		}
		for _, q := range f.ranks[:i] {
			if q == r {
				same += worths[r]
			}
		}
		most = max(most, same)
	}
	return 100*points - discount*most
}

// usual is the rank that the policy expects to draw.
const usual card.Rank = 6

// policy returns the exchange that a seat makes in an imagined hand.
func (w *world) policy(f *fist) exchange {
	var best exchange
	least := 1 << 30
	for _, r := range f.ranks[:f.n] {
		if draw := f.weight(r, usual) - 100; draw < least {
			least, best = draw, exchange{rank: r}
		}
		if r == w.top {
			continue
		}
		if take := f.weight(r, w.top); take < least {
			least, best = take, exchange{rank: r, take: true}
		}
	}
	return best
}

// caution is how many points a careful seat may have to end an imagined hand, for each card
// of the other seat that has the fewest.
const caution = 2

// An ending says with how many points good ends a hand: with so many always, with so many never, and
// between the two more often with fewer.
type ending struct{ always, never int }

// endings is how good ends, by the number of cards of the other seat that has the fewest: what it has
// done in some thousand hands of two seats. TestCalibrated measures it.
var endings = [dealt + 1]ending{{0, 0}, {0, 5}, {0, 6}, {0, 8}, {0, 25}, {24, 31}}

// sooner is how many points fewer good ends with for each other seat, while all have five cards.
const sooner = 2

// drags is the lap from which on all are careful: those who end in a hurry have ended by
// then, and the others would wait for each other without end.
const drags = 12

// ends reports whether the seat to act ends an imagined hand. The others look only at their
// own points, as easy does, and so end wrongly now and then. A seat that took them to be as
// careful as itself would give up what it can gain by waiting for that, and would do no
// better against careful seats. A search compares more than to end and to go on: where the others
// hurry, it finds every hand short, and where they are careful, far too long. There all end as good does.
func (w *world) ends(f *fist) bool {
	if w.dice != 0 {
		return w.endsAsGood(f)
	}
	if lap := (w.turns - 1) / w.seats; w.turn != w.self && lap < drags {
		return f.total() <= patience(lap)
	}
	return f.total() <= caution*w.fewest()
}

// endsAsGood throws dice for it, since good looks at more than a world's seats do.
func (w *world) endsAsGood(f *fist) bool {
	few := w.fewest()
	e := endings[few]
	if few == dealt {
		e.always, e.never = e.always-sooner*(w.seats-1), e.never-sooner*(w.seats-1)
	}
	return f.total() < e.never-w.roll(e.never-e.always)
}

// roll is a small random number below n, or 0.
func (w *world) roll(n int) int {
	w.dice ^= w.dice << 13
	w.dice ^= w.dice >> 7
	w.dice ^= w.dice << 17
	return int(w.dice >> 33 % uint64(max(1, n)))
}

// fewest returns the smallest number of cards in another seat's hand.
func (w *world) fewest() int {
	least := dealt
	for i := range w.seats {
		if i != w.turn {
			least = min(least, w.hands[i].n)
		}
	}
	return least
}

// apply makes an exchange for the seat to act. It returns false if there is no card to
// draw: then the imagined hand is over.
func (w *world) apply(x exchange) bool {
	f := &w.hands[w.turn]
	gain := w.top
	f.drop(x.rank, x.n)
	if !x.take {
		if len(w.stock) == 0 {
			return false
		}
		gain = w.stock[len(w.stock)-1]
		w.stock = w.stock[:len(w.stock)-1]
	}
	f.gain(gain)
	w.top = x.rank
	w.turn = (w.turn + 1) % w.seats
	w.turns++
	return true
}

// playOut plays to the end of the hand.
func (w *world) playOut() {
	for {
		f := &w.hands[w.turn]
		if w.ends(f) {
			w.ender = w.turn
			return
		}
		if !w.apply(w.policy(f)) {
			return
		}
	}
}

// points returns the points of the hand, for the active seats (RULES 10 and 11). If the
// cards have run out before anybody ended the hand, everybody gets the total of their own.
func (w *world) points() (points [maxSeats]int) {
	lowest := 1 << 30
	for i := range w.seats {
		points[i] = w.hands[i].total()
		if i != w.ender {
			lowest = min(lowest, points[i])
		}
	}
	if w.ender == rules.None {
		return points
	}
	if points[w.ender] < lowest {
		points[w.ender] = 0
		return points
	}
	for i := range w.seats {
		if i == w.ender {
			points[i] = penalty
		} else if points[i] == lowest {
			points[i] = 0
		}
	}
	return points
}

func fistOf(hand []card.Card) *fist {
	f := &fist{n: len(hand)}
	for i, c := range hand {
		f.ranks[i] = c.Rank
	}
	return f
}
