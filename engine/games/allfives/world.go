package allfives

import (
	"cmp"
	"slices"

	"fives/engine/card"
)

// A world is one way in which the cards may lie, as the good player imagines
// it. Every seat plays it by a simple policy; two seats play their last cards
// perfectly (exact.go).
type world struct {
	seat   int // who imagines it
	trump  card.Suit
	strict bool
	turn   int
	hands  [][]card.Card
	stock  []card.Card
	trick  []play
	won    []int // points, by seat
}

func (w *world) clone() *world {
	v := *w
	v.hands = make([][]card.Card, len(w.hands))
	for s, h := range w.hands {
		v.hands[s] = slices.Clone(h)
	}
	v.trick = slices.Clone(w.trick)
	v.won = slices.Clone(w.won)
	return &v
}

// afterRun returns the world after a run: three more cards for each seat, and another suit.
func (w *world) afterRun() *world {
	v := w.clone()
	for s := range v.hands {
		n := min(packet, len(v.stock))
		v.hands[s] = append(v.hands[s], v.stock[:n]...)
		v.stock = v.stock[n:]
	}
	if i := slices.IndexFunc(v.stock, func(c card.Card) bool { return c.Suit != w.trump }); i >= 0 {
		v.trump = v.stock[i].Suit
	}
	return v
}

// play plays a card for the seat whose turn it is.
func (w *world) play(c card.Card) {
	i := slices.Index(w.hands[w.turn], c)
	w.hands[w.turn] = slices.Delete(w.hands[w.turn], i, i+1)
	w.trick = append(slices.Clip(w.trick), play{seat: w.turn, card: c})
	w.turn = (w.turn + 1) % len(w.hands)
	if len(w.trick) == len(w.hands) {
		w.turn = leading(w.trick, w.trump).seat
		w.won[w.turn] += stake(w.trick, w.trump)
		w.trick = nil
	}
}

// playOut plays to the end, or until a seat has what it needs, and returns the sum of the
// seat's leads over each of the others. A seat that reaches the target also gets what that
// decides.
func (w *world) playOut(needs []int) int {
	for len(w.hands[w.turn]) > 0 && w.reached(needs) < 0 {
		w.play(w.simple())
	}
	gain := 0
	for _, n := range w.won {
		gain += w.won[w.seat] - n
	}
	switch w.reached(needs) {
	case -1:
		return gain
	case w.seat:
		return gain + decides*(len(w.won)-1)
	}
	return gain - decides
}

// reached returns the seat that has what it needs, -1 if there is none.
func (w *world) reached(needs []int) int {
	for s, n := range w.won {
		if n > 0 && n >= needs[s] {
			return s
		}
	}
	return -1
}

// simple is the policy: win a trick that scores, with the card that scores the most if
// nobody plays after it and with the highest otherwise; or else throw away the least card.
func (w *world) simple() card.Card {
	may := obligationOf(w.trick, w.trump, w.strict).allowed(w.hands[w.turn])
	if len(w.trick) == 0 {
		return w.lead(may)
	}
	best := leading(w.trick, w.trump).card
	take, ok := card.Card{}, false
	last := len(w.trick) == len(w.hands)-1
	for _, c := range may {
		if beats(c, best, w.trump) && (!ok || w.takes(c, last) > w.takes(take, last)) {
			take, ok = c, true
		}
	}
	if ok && stake(w.trick, w.trump)+points(take, w.trump) > 0 {
		return take
	}
	return w.least(may)
}

// takes orders the cards that win a trick.
func (w *world) takes(c card.Card, last bool) int {
	const ranks = 16
	if last {
		return points(c, w.trump)*ranks - height(c)
	}
	return height(c)
}

// lead plays the ace of trumps, to catch the ten and the five, or the least.
func (w *world) lead(may []card.Card) card.Card {
	if ace := (card.Card{Rank: card.Ace, Suit: w.trump}); slices.Contains(may, ace) {
		return ace
	}
	return w.least(may)
}

// least returns the card to throw away: few points, no trump, low.
func (w *world) least(may []card.Card) card.Card {
	return slices.MinFunc(may, func(a, b card.Card) int {
		return cmp.Or(
			cmp.Compare(points(a, w.trump), points(b, w.trump)),
			cmp.Compare(w.isTrump(a), w.isTrump(b)),
			cmp.Compare(height(a), height(b)),
		)
	})
}

func (w *world) isTrump(c card.Card) int {
	if c.Suit == w.trump {
		return 1
	}
	return 0
}
