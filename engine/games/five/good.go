package five

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

const (
	// worlds is how many arrangements of the hidden cards good imagines.
	worlds = 160
	// sure is in how many of a hundred of them it must be lowest to end the hand: where it was in fewer, to go on
	// was better in truth, though worlds liked the end more, unless the hand drags. From surest on it was the other way round.
	sure, surest = 70, 95
)

// good picks the exchange that leaves it the lightest hand on average, with the drop after
// it in mind. Then it imagines how the hidden cards may lie, given what the others took and
// dropped, and plays each of these worlds from that exchange to the end of the hand, with
// others who wait for a small hand. If ending now does better on average, and it is likely to be
// lowest, or if it is nearly sure to be, it ends; otherwise it makes the exchange.
func good(p rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	t := &thought{position: p.(*position), seat: seat, own: own}
	t.unseen = t.position.unseen(seat, own)
	mine := total(own.Cards(t.hands[seat]))
	if mine < t.least() {
		return rules.Choice{Move: wordEnd, Why: fmt.Sprintf("ends: %s, and nobody else can have so few", rules.Points(mine))}
	}
	best := t.best()
	gain, right := 0, 0
	for range worlds {
		ended := t.imagine(r)
		going := *ended
		if going.apply(best.exchange) {
			going.playOut()
		}
		ended.ender = ended.turn
		if ended.points()[ended.turn] == 0 {
			right++
		}
		gain += t.lead(ended) - t.lead(&going)
	}
	likely := right * 100 / worlds
	if gain > 0 && (likely >= sure || t.laps() >= drags) || likely >= surest {
		return rules.Choice{Move: wordEnd, Why: fmt.Sprintf("ends: %s, about %d %% to be lowest", rules.Points(mine), likely)}
	}
	return rules.Choice{Move: best.text, Why: best.why}
}

// least returns the lowest total that another seat can hold, given the known cards.
func (t *thought) least() int {
	worth := make([]int, len(t.unseen))
	for i, c := range t.unseen {
		worth[i] = value(c)
	}
	slices.Sort(worth)
	least := math.MaxInt
	for _, s := range t.active {
		if s == t.seat {
			continue
		}
		sum, hidden := 0, 0
		for _, x := range t.hands[s] {
			if c := t.own.Of(x); c.Rank != 0 {
				sum += value(c)
			} else {
				sum += worth[hidden]
				hidden++
			}
		}
		least = min(least, sum)
	}
	return least
}

// A thought is what a seat knows when it is to move.
type thought struct {
	*position
	seat   int
	own    rules.Observation
	unseen []card.Card
}

// A candidate is an exchange under consideration.
type candidate struct {
	exchange
	text, why string
	weight    int // of the hand after it, added up over all cards that may come
}

// best returns the exchange that leaves the hand with the least weight on average.
func (t *thought) best() candidate {
	var best candidate
	consider := func(o candidate) {
		if best.text == "" || o.weight < best.weight {
			best = o
		}
	}
	hand := t.own.Cards(t.hands[t.seat])
	top, points := t.top(t.own), total(hand)
	for i, c := range hand {
		if slices.ContainsFunc(hand[:i], func(d card.Card) bool { return d.Rank == c.Rank }) {
			continue
		}
		drop := slices.DeleteFunc(slices.Clone(hand), func(d card.Card) bool { return d.Rank != c.Rank })
		kept := points - total(drop)
		consider(candidate{
			exchange: exchange{rank: c.Rank}, weight: t.drawing(hand, c.Rank), text: write(drop, wordDraw),
			why: fmt.Sprintf("keeps %s, %s", rules.Points(kept), t.drawReason(c.Rank)),
		})
		pairs := slices.ContainsFunc(hand, func(d card.Card) bool { return d.Rank == top.Rank })
		if top.Rank != c.Rank && (pairs || !t.waits()) {
			consider(candidate{
				exchange: exchange{rank: c.Rank, take: true}, text: write(drop, wordTake),
				weight: fistOf(hand).weight(c.Rank, top.Rank) * len(t.unseen),
				why:    fmt.Sprintf("keeps %s with %s%s", rules.Points(kept+value(top)), top, t.takeReason(hand)),
			})
		}
	}
	return best
}

// takeReason returns the reason, if there is one, to take the top card of the pile.
func (t *thought) takeReason(hand []card.Card) string {
	top := t.top(t.own)
	switch {
	case slices.ContainsFunc(hand, func(c card.Card) bool { return c.Rank == top.Rank }):
		return ", which makes a pair"
	case t.cheap(top):
		return ", which is less than an unknown card on average"
	}
	return ""
}

// drawReason returns the reason to draw from the stock after a drop of one rank.
func (t *thought) drawReason(without card.Rank) string {
	top := t.top(t.own)
	switch {
	case top.Rank == without:
		return fmt.Sprintf("and with %s it would have the rank that it drops again", top)
	case t.waits():
		return "and draws because nobody has for a while"
	case !t.cheap(top):
		return fmt.Sprintf("and an unknown card is no more on average than %s", top)
	}
	return "and expects less after a draw"
}

// cheap reports whether a card has fewer points than the average card that the seat does
// not see.
func (t *thought) cheap(c card.Card) bool { return value(c)*len(t.unseen) < total(t.unseen) }

// drawing returns the weight of the hand after a drop of one rank and a draw, added up over
// all cards that may be drawn.
func (t *thought) drawing(hand []card.Card, without card.Rank) int {
	f, sum := fistOf(hand), 0
	for _, u := range t.unseen {
		sum += f.weight(without, u.Rank)
	}
	return sum
}

// waits reports whether nobody has drawn for nearly two laps. Then a computer player
// draws, so that no position is repeated, unless the top card makes a pair: after each such take the
// hand has a rank less.
func (p *position) waits() bool { return p.idle >= 2*len(p.active)-1 }

// unseen lists the cards that are in the stock or hidden in other hands.
func (p *position) unseen(seat int, own rules.Observation) []card.Card {
	cards := deck(len(p.hands), p.options).Cards
	known := own.Cards(slices.Concat(p.pile, p.stock))
	for _, hand := range p.hands {
		known = append(known, own.Cards(hand)...)
	}
	return without(cards, known)
}

// without returns a copy of the cards without some of them. Unknown cards among these do
// not count.
func without(cards, some []card.Card) []card.Card {
	left := slices.Clone(cards)
	for _, c := range some {
		if i := slices.Index(left, c); i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	return left
}

// imagine deals the unseen cards to the others and to the stock.
func (t *thought) imagine(r *rand.Rand) *world {
	left := make([]card.Rank, len(t.unseen))
	for i, c := range t.unseen {
		left[i] = c.Rank
	}
	self := slices.Index(t.active, t.seat)
	w := &world{seats: len(t.active), self: self, turn: self, turns: t.turns, top: t.top(t.own).Rank, ender: rules.None}
	for i, s := range t.active {
		for j, x := range t.hands[s] {
			rank := t.own.Of(x).Rank
			if rank == 0 {
				rank, left = pick(left, t.most[s][j], r)
			}
			w.hands[i].gain(rank)
		}
	}
	r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	w.stock = t.stacked(left)
	return w
}

// stacked lays the cards that are left into the stock, the top last, around those of it that
// are known: whoever looks back at a hand knows some.
func (t *thought) stacked(left []card.Rank) []card.Rank {
	stock := make([]card.Rank, 0, len(t.stock))
	for _, x := range slices.Backward(t.stock) {
		rank := t.own.Of(x).Rank
		if rank == 0 {
			rank, left = left[0], left[1:]
		}
		stock = append(stock, rank)
	}
	return stock
}

// pick takes a random card of at most that many points, or any card after a few attempts.
func pick(left []card.Rank, most int, r *rand.Rand) (card.Rank, []card.Rank) {
	i := r.IntN(len(left))
	for range 8 {
		if worths[left[i]] <= most {
			break
		}
		i = r.IntN(len(left))
	}
	rank := left[i]
	left[i] = left[len(left)-1]
	return rank, left[:len(left)-1]
}

// lead returns the sum, over the other seats, of their points minus the seat's own.
func (t *thought) lead(w *world) int {
	points := w.points()
	sum := 0
	for i, s := range t.active {
		sum += points[i]
		if s == t.seat {
			sum -= points[i] * len(t.active)
		}
	}
	return sum
}
