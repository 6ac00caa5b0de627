package five

import (
	"fives/engine/card"
	"fives/engine/rules"
)

// A world is one way in which the cards may lie, as the good player imagines it. Only
// ranks count. It is played to the end of the hand by a simple policy for every seat.
type world struct {
	seats int // in the game; they are numbered anew
	turn  int // seat to act
	turns int // turns begun in the hand
	hands [maxSeats]fist
	stock []card.Rank // not drawn yet, the top last
	top   card.Rank   // of the pile
	ender int         // the seat that has ended the hand, or rules.None
}

const maxSeats = 6

// A fist is a hand of which only the ranks are known.
type fist struct {
	ranks [dealt]card.Rank
	n     int
}

// An exchange is a drop of all cards of a rank, and a gain.
type exchange struct {
	rank card.Rank
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

// drop takes all cards of a rank out.
func (f *fist) drop(rank card.Rank) {
	n := 0
	for _, r := range f.ranks[:f.n] {
		if r != rank {
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

// The weight of a hand, in hundredths of a point, is what it counts less a part of
// what the next drop takes away: that is as good as gone. So pairs weigh less.
const discount = 75

// heft is the weight of the hand without the cards of one rank, and with another.
func (f *fist) heft(without, with card.Rank) int {
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

// usual is a card as one draws it, for the policy.
const usual card.Rank = 6

// policy is the exchange that a seat makes in an imagined hand.
func (w *world) policy(f *fist) exchange {
	var best exchange
	least := 1 << 30
	for _, r := range f.ranks[:f.n] {
		if draw := f.heft(r, usual) - 100; draw < least {
			least, best = draw, exchange{rank: r}
		}
		if r == w.top {
			continue
		}
		if take := f.heft(r, w.top); take < least {
			least, best = take, exchange{rank: r, take: true}
		}
	}
	return best
}

// dares is the total with which a seat ends an imagined hand, by laps: it gets less
// as the others' hands do, and more again in a hand that drags on.
var dares = [...]int{18, 15, 13, 11, 10, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10}

// caution is how many points a seat that ends an imagined hand has at the most for each
// card of the seat with the fewest. Without it, others who hold one card or two are
// imagined to lose to whoever dares to end, and it seems better to wait for that.
const caution = 2

func (w *world) ends(f *fist) bool {
	lap := min((w.turns-1)/w.seats, len(dares)-1)
	few := 2 * max(0, 4-w.seats)
	return f.total() <= min(dares[lap]+few, caution*w.fewest())
}

// fewest is the least number of cards that a seat other than the one to act holds.
func (w *world) fewest() int {
	least := dealt
	for i := range w.seats {
		if i != w.turn {
			least = min(least, w.hands[i].n)
		}
	}
	return least
}

// make lets the seat to act make an exchange. It reports false if there is no card to
// draw: then the imagined hand is over.
func (w *world) make(x exchange) bool {
	f := &w.hands[w.turn]
	gain := w.top
	f.drop(x.rank)
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
		if !w.make(w.policy(f)) {
			return
		}
	}
}

// points are what the hand brings the active seats (RULES 10 and 11). Where the cards
// have run out without an end, everybody keeps what they hold.
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
