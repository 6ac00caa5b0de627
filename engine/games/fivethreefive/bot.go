package fivethreefive

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// easy sheds as many cards as it can at once, the dearest first, and passes
// only when it must. It does not plan and does not watch the others.
func easy(p rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	pos := p.(*position)
	list := pos.choices(count(own.Cards(pos.hands[seat])))
	best, score := list[0], 0
	for _, c := range list {
		n := 1 + r.IntN(8) + 20*len(c.ranks) + pos.options.count(plain(c.ranks))
		if n > score {
			best, score = c, n
		}
	}
	why := fmt.Sprintf("gets rid of %d cards at once", len(best.ranks))
	switch len(best.ranks) {
	case 0:
		why = "has nothing to play"
	case 1:
		why = "gets rid of a card"
	}
	return rules.Choice{Move: best.String(), Why: why}
}

// How many imagined hands good plays to the end for a move, and how many it does where it is to be quick.
const (
	plays  = 3000
	hasten = 120
)

// good imagines deals of the cards that it has not seen, plays each of its legal moves in
// every deal to the end of the hand, and takes the move with the best result. In rounds, it
// drops the worse half of the moves and tries the others in more deals.
func good(p rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	return think(p, seat, own, plays, r)
}

// swift plays like good, with fewer deals.
func swift(p rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	return think(p, seat, own, hasten, r)
}

func think(p rules.Position, seat int, own rules.Observation, plays int, r *rand.Rand) rules.Choice {
	t := &thought{position: p.(*position), seat: seat, own: own}
	t.unseen = t.hidden()
	var tries []*try
	for _, c := range t.choices(count(own.Cards(t.hands[seat]))) {
		tries = append(tries, &try{choice: c})
	}
	if len(tries) == 1 {
		return rules.Choice{Move: tries[0].String(), Why: "can only pass"}
	}
	for rounds := bitLen(len(tries)); len(tries) > 1; rounds-- {
		for range max(1, plays/(bitLen(len(tries))*len(tries))) {
			w := t.imagine(r)
			for _, c := range tries {
				v := *w
				if !v.apply(v.lay(c.choice)) {
					v.playOut()
				}
				c.add(t.lead(&v))
			}
		}
		slices.SortStableFunc(tries, func(a, b *try) int { return b.sum*a.n - a.sum*b.n })
		tries = tries[:(len(tries)+1)/2]
	}
	best := tries[0].choice
	return rules.Choice{Move: best.String(), Why: t.reason(best)}
}

// bitLen returns how often a number above 1 is halved, rounding up, until it is 1.
func bitLen(n int) int {
	k := 0
	for ; n > 1; n = (n + 1) / 2 {
		k++
	}
	return max(k, 1)
}

// A try is a move and its results so far.
type try struct {
	choice
	n, sum int
}

func (t *try) add(gain int) {
	t.n++
	t.sum += gain
}

// A thought is what a seat knows when it is to move.
type thought struct {
	*position
	seat   int
	own    rules.Observation
	unseen []card.Rank
}

// hidden lists the numbers of the cards that the seat has not seen.
func (t *thought) hidden() []card.Rank {
	left := counts{}
	for _, r := range numbers {
		left[r] = copies(t.seats)
	}
	for _, c := range t.own {
		if c.Known() {
			left[c.Rank]--
		}
	}
	var unseen []card.Rank
	for _, r := range numbers {
		unseen = append(unseen, slices.Repeat([]card.Rank{r}, left[r])...)
	}
	return unseen
}

// imagine deals the cards that the seat has not seen.
func (t *thought) imagine(r *rand.Rand) *world {
	w := &world{options: &t.options, seats: t.seats, turn: t.turn, by: t.by, trick: shapeOf(t.trick), dice: r.Uint64() | 1}
	for _, s := range t.passed {
		w.passed |= 1 << s
	}
	deck := slices.Clone(t.unseen)
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	deal := func(slots []rules.Slot) (n tally) {
		for _, x := range slots {
			rank := t.own.Of(x).Rank
			if rank == 0 {
				rank, deck = deck[0], deck[1:]
			}
			n[rank]++
		}
		return n
	}
	for s := range t.seats {
		w.hands[s], w.held[s] = deal(t.hands[s]), len(t.hands[s])
		w.packets[s], w.waiting[s] = deal(t.packets[s]), len(t.packets[s])
	}
	return w
}

// decides is the value of winning the game alone, apart from the points.
const decides = 15

// lead returns the sum, over the other seats, of their points minus the seat's own, plus
// the value of the end of the game if the hand ends it.
func (t *thought) lead(w *world) int {
	sum, over, first := 0, false, true
	own := w.cost(t.seat)
	for s := range t.seats {
		cost := w.cost(s)
		sum += cost
		over = over || t.scores[s]+cost >= t.options.end
		first = first && (s == t.seat || t.scores[t.seat]+own < t.scores[s]+cost)
	}
	sum -= t.seats * own
	switch {
	case over && first:
		return sum + decides*t.seats
	case over:
		return sum - decides
	}
	return sum
}
