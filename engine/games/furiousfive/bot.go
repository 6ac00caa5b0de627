package furiousfive

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// easy calls as soon as it may, drops the most points and draws blindly.
func easy(at rules.Position, seat int, own rules.Observation, _ *rand.Rand) rules.Choice {
	p := at.(*position)
	cards := own.Cards(p.hands[seat])
	if total(cards) <= p.options.Int("call-max") {
		return rules.Choice{Move: "call", Why: fmt.Sprintf("calls with %s", rules.Points(total(cards)))}
	}
	drop := slices.MaxFunc(p.drops(cards), func(a, b []pick) int {
		return shed(cards, a) - shed(cards, b)
	})
	return rules.Choice{Move: p.write(cards, drop) + " draw", Why: fmt.Sprintf("drops the most that it can: %s", rules.Points(shed(cards, drop)))}
}

// shed is the points of the cards in a drop.
func shed(cards []card.Card, drop []pick) int {
	sum := 0
	for _, k := range drop {
		sum += total(k.of(cards))
	}
	return sum
}

// good weighs every drop, with every draw, mainly by the points left after the drop
// that follows. It calls only if a call pays on average.
func good(at rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	p := at.(*position)
	t := &thought{position: p, seat: seat, own: own, cards: own.Cards(p.hands[seat])}
	t.unseen = t.hidden()
	if total(t.cards) <= p.options.Int("call-max") {
		if brings := t.call(r); brings > -samples*t.late() {
			return rules.Choice{Move: "call", Why: fmt.Sprintf("calls with %s: %s", rules.Points(total(t.cards)), prospect(brings))}
		}
	}
	return t.turn()
}

// A thought is what a seat knows when it is to move.
type thought struct {
	*position
	seat   int
	own    rules.Observation
	cards  []card.Card
	unseen []card.Card // somewhere in the stock and in the others' hands
}

// hidden lists the cards of the pack that the seat does not see.
func (t *thought) hidden() []card.Card {
	lying := slices.Concat(slices.Concat(t.hands...), onTable(t.table), t.grave)
	seen := t.own.Cards(lying)
	return slices.DeleteFunc(card.French(), func(c card.Card) bool { return slices.Contains(seen, c) })
}

// Weights are in hundredths of a point.
const hundred = 100

// turn chooses the drop and draw with the least weight, the first of equals.
func (t *thought) turn() rules.Choice {
	choice, why, least := "", "", 0
	consider := func(move string, weight, points int, card string) {
		if choice == "" || weight < least {
			choice, least = move, weight
			why = fmt.Sprintf("gets rid of %s, %s", rules.Points(points), card)
		}
	}
	for _, d := range t.drops(t.cards) {
		rest, drop, points := t.rest(d), t.write(t.cards, d), shed(t.cards, d)
		left := t.gift(d)
		consider(drop+" draw", t.blind(rest)+left, points, t.drawReason())
		if t.waits() {
			continue
		}
		for _, x := range t.takeable() {
			c := t.own.Of(x)
			consider(drop+" take "+c.String(), t.weigh(append(slices.Clip(rest), c))+left, points, "and "+c.String()+" suits the rest")
		}
	}
	return rules.Choice{Move: choice, Why: why}
}

// drawReason is the reason to draw from the stock.
func (t *thought) drawReason() string {
	switch {
	case len(t.takeable()) == 0:
		return "and no card lies there to be taken"
	case t.waits():
		return "and draws because nobody has for a while"
	}
	return "and no card that lies there suits the rest better than a draw"
}

// waits reports whether nobody has drawn from the stock for nearly two laps. Then a
// computer player draws, so that no position is repeated.
func (p *position) waits() bool { return p.idle >= 2*p.seats-1 }

// rest is the hand without a drop.
func (t *thought) rest(drop []pick) []card.Card {
	var gone pick
	for _, k := range drop {
		gone |= k
	}
	return (gone ^ (1<<len(t.cards) - 1)).of(t.cards)
}

// blind is the average weight of a hand after a card from the stock.
func (t *thought) blind(rest []card.Card) int {
	if len(t.unseen) == 0 {
		return t.weigh(rest)
	}
	var byRank [card.King + 1]int
	for _, c := range t.unseen {
		byRank[c.Rank]++
	}
	sum := 0
	for r, n := range byRank {
		if n > 0 {
			sum += n * t.weigh(append(slices.Clip(rest), card.Card{Rank: card.Rank(r), Suit: card.Stars}))
		}
	}
	return sum / len(t.unseen)
}

// weigh returns the weight of a hand between turns: mostly its points after the best
// drop, and partly its points now, in case somebody else calls.
func (t *thought) weigh(hand []card.Card) int {
	now := total(hand)
	if now <= t.options.Int("call-max") {
		return now * hundred / 2
	}
	most := 0
	for _, d := range t.drops(hand) {
		most = max(most, shed(hand, d))
	}
	return (now-most)*70 + now*30
}

// gift is the weight of the cards that a drop leaves for the next player to take: low
// ones cost.
func (t *thought) gift(drop []pick) int {
	const welcome = 4
	least := welcome
	for _, k := range drop {
		group := k.of(t.cards)
		lie := t.aces.arranged(group)
		least = min(least, value(group[lie[0]]), value(group[lie[len(lie)-1]]))
	}
	return (welcome - least) * hundred / 4
}

const (
	samples  = 200 // guesses at the others' hands, to judge a call
	patience = 15  // laps after which a call may cost something
)

// call guesses the hands of the others, and adds up the payments for a call.
func (t *thought) call(r *rand.Rand) int {
	won := 0
	for range samples {
		won += payments(t.guess(r), t.seat, t.options.Bool("split-failed-call"))[t.seat]
	}
	return won
}

// late is how many chips a call may cost. Without it, hands in which nobody dares to call
// would go on until they are void.
func (t *thought) late() int { return max(0, t.turns/t.seats-patience) }

// prospect puts the outcome of a call into words. It gives no figure: the guesses promise
// too much, because the others play for few points.
func prospect(brings int) string {
	if brings > 0 {
		return "on average that brings chips"
	}
	return "the hand has gone on for so long that it may cost something"
}

// guess deals the unseen cards to the others at random and returns the totals of the
// hands.
func (t *thought) guess(r *rand.Rand) []int {
	deck := slices.Clone(t.unseen)
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	totals := make([]int, t.seats)
	for s, hand := range t.hands {
		for _, x := range hand {
			c := t.own.Of(x)
			if !c.Known() {
				c, deck = deck[0], deck[1:]
			}
			totals[s] += value(c)
		}
	}
	return totals
}
