package furiousfive

import (
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// easy calls as soon as it may, drops the most points and draws blindly.
func easy(at rules.Position, seat int, own rules.Observation, _ *rand.Rand) string {
	p := at.(*position)
	cards := own.Cards(p.hands[seat])
	if total(cards) <= p.options.Int("call-max") {
		return "call"
	}
	drop := slices.MaxFunc(p.drops(cards), func(a, b []pick) int {
		return shed(cards, a) - shed(cards, b)
	})
	return p.write(cards, drop) + " draw"
}

// shed is how many points a drop takes out of the hand.
func shed(cards []card.Card, drop []pick) int {
	sum := 0
	for _, k := range drop {
		sum += total(k.of(cards))
	}
	return sum
}

// good weighs every drop with every draw by the points that the hand would
// still have after its next drop, and calls only if that pays on average.
func good(at rules.Position, seat int, own rules.Observation, r *rand.Rand) string {
	p := at.(*position)
	t := &thought{position: p, seat: seat, own: own, cards: own.Cards(p.hands[seat])}
	t.unseen = t.hidden()
	if total(t.cards) <= p.options.Int("call-max") && t.callPays(r) {
		return "call"
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

// hidden lists the cards of the pack that the seat does not see anywhere.
func (t *thought) hidden() []card.Card {
	lying := slices.Concat(slices.Concat(t.hands...), onTable(t.table), t.grave)
	seen := t.own.Cards(lying)
	return slices.DeleteFunc(card.French(), func(c card.Card) bool { return slices.Contains(seen, c) })
}

// The scale on which the good player weighs: hundredths of a point.
const hundred = 100

// turn chooses a drop and a draw: the least weight wins, the first of equals.
func (t *thought) turn() string {
	choice, least := "", 0
	consider := func(move string, weight int) {
		if choice == "" || weight < least {
			choice, least = move, weight
		}
	}
	for _, d := range t.drops(t.cards) {
		rest, drop := t.rest(d), t.write(t.cards, d)
		left := t.gift(d)
		consider(drop+" draw", t.blind(rest)+left)
		for _, x := range t.takeable() {
			c := t.own.Of(x)
			consider(drop+" take "+c.String(), t.weigh(append(slices.Clip(rest), c))+left)
		}
	}
	return choice
}

// rest is the hand without a drop.
func (t *thought) rest(drop []pick) []card.Card {
	var gone pick
	for _, k := range drop {
		gone |= k
	}
	return (gone ^ (1<<len(t.cards) - 1)).of(t.cards)
}

// blind is the weight of a hand after a card from the stock, over all cards
// that it might be.
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

// weigh values a hand that waits for its next turn, in hundredths of a point:
// mostly what will be left of it after the best drop, for the rest what it
// holds now, in case somebody else calls.
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

// gift weighs what a drop leaves for the next player: low cards are welcome.
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

// samples is how many guesses at the others' hands a call is judged by.
const samples = 200

// callPays guesses the hands of the others and reports whether a call brings
// something on average.
func (t *thought) callPays(r *rand.Rand) bool {
	won := 0
	for range samples {
		won += payments(t.guess(r), t.seat, t.options.Bool("split-failed-call"))[t.seat]
	}
	return won > 0
}

// guess deals the unseen cards to the others at random and counts the hands.
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
