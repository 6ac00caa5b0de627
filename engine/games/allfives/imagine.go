package allfives

import (
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// An imagined hand is a world with what the seat knows that imagines it.
type imagined struct {
	*world
	t     *thought
	s     *solver // for the trump of the world; nil for more than two seats
	gives bool    // the dealer answers a beg with a point
}

// Imagine returns a world of the good player ([rules.Imaginer]).
func (p *position) Imagine(seat int, own rules.Observation, r *rand.Rand) rules.World {
	t := &thought{position: p, seat: seat, own: own, unseen: p.unseen(seat, own)}
	w := t.deal(r)
	for n := 1; n < deals && !t.fits(w, r); n++ {
		w = t.deal(r)
	}
	if p.phase != playing {
		w.trump, w.turn = p.offered, p.eldest()
	}
	s := t.solver(w.trump)
	t.begin(s)
	return imagined{w, t, s, t.likes(w.hands[p.dealer], r) && !p.wouldWin()}
}

// deals is how many worlds are dealt in search of one that fits the bids.
const deals = 16

// liking is how often, in hundredths, good likes a suit of which its cards have so many points, with two
// for each card: what it has said in some thousand deals of two seats, and of more. TestCalibrated
// measures those of two.
var liking = [2][]int{
	{25, 30, 34, 45, 58, 68, 78, 80, 92, 98},
	{6, 10, 15, 22, 36, 42, 70, 76, 90, 94, 98},
}

// likes reports whether somebody with these cards likes the offered suit, at random.
func (t *thought) likes(hand []card.Card, r *rand.Rand) bool {
	const each = 2
	sum := 0
	for _, c := range hand {
		if c.Suit == t.offered {
			sum += each + points(c, t.offered)
		}
	}
	rates := liking[min(1, t.seats-2)]
	return sum >= len(rates) || r.IntN(100) < rates[sum]
}

// fits reports whether the others would have bid as they did with what they hold in a world, at random.
func (t *thought) fits(w *world, r *rand.Rand) bool {
	for _, b := range t.bids {
		if b.seat == t.seat {
			continue
		}
		hand := make([]card.Card, len(b.hand))
		for i, x := range b.hand {
			hand[i] = t.own.Of(x)
			if at := slices.Index(t.hands[b.seat], x); at >= 0 {
				hand[i] = w.hands[b.seat][at]
			}
		}
		if t.likes(hand, r) != b.likes {
			return false
		}
	}
	return true
}

// Cost is what a playout costs, which is perfect where there are two seats ([rules.Imaginer]).
func (p *position) Cost() int {
	if p.seats > 2 {
		return 12
	}
	return 90
}

// Margin is what worlds promise too much, which is nothing for bids ([rules.Imaginer]).
func (p *position) Margin(int, rules.Observation, string, string) (int, bool) {
	if p.phase != playing {
		return 0, true
	}
	return 30, true
}

// Hand lists the cards of a seat ([rules.World]).
func (i imagined) Hand(seat int) []card.Card { return slices.Clone(i.hands[seat]) }

// Try makes a move and plays on.
func (i imagined) Try(move string) rules.Outcome {
	w, s, begged := i.clone(), i.s, 0
	runs := false
	switch words := rules.Words(move); words[0] {
	case "play":
		c, _ := card.Parse(words[1])
		w.play(c)
	case "beg":
		runs = !i.gives
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
// or, with a solver, the seat's lead over the other.
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
		lead := w.exact(s)
		switch { // it is more than all points only if the game is won, or lost
		case lead > allPoints:
			lead, o.Winners = lead-decides, []int{t.seat}
		case lead < -allPoints:
			lead, o.Winners = lead+decides, []int{1 - t.seat}
		}
		o.Points[t.seat] += lead
	}
	return o
}
