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

// shed returns the points of the cards in a drop.
func shed(cards []card.Card, drop []pick) int {
	sum := 0
	for _, k := range drop {
		sum += total(k.of(cards))
	}
	return sum
}

// good weighs every drop, with every way to draw, by what the remaining hand is worth in
// the turns to come. It calls only if a call pays on average.
func good(at rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	p := at.(*position)
	t := &thought{position: p, seat: seat, own: own, cards: own.Cards(p.hands[seat]), ahead: p.outlook()}
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
	ahead  outlook
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
	consider := func(move string, weight int, reason func() string) {
		if choice == "" || weight < least {
			choice, least, why = move, weight, reason()
		}
	}
	for _, d := range t.drops(t.cards) {
		rest, drop, left := remain(t.cards, d), t.write(t.cards, d), t.gift(d)
		sheds := "gets rid of " + rules.Points(shed(t.cards, d))
		consider(drop+" draw", t.blind(rest)+left, func() string { return sheds + ", " + t.drawReason(rest) })
		for _, x := range t.takeable() {
			c := t.own.Of(x)
			if t.waits() && !t.gets(rest, c) {
				continue
			}
			consider(drop+" take "+c.String(), t.weigh(append(slices.Clip(rest), c))+left,
				func() string { return sheds + ", " + t.takeReason(rest, c) })
		}
	}
	return rules.Choice{Move: choice, Why: why}
}

// drawReason returns the reason to draw from the stock, given what a drop leaves in hand.
func (t *thought) drawReason(rest []card.Card) string {
	lie := t.own.Cards(t.takeable())
	switch {
	case len(lie) == 0:
		return "and no card lies there to be taken"
	case t.waits():
		return "and draws because nobody has for a while"
	case !slices.ContainsFunc(lie, t.low):
		return "and an unknown card is less on average than what lies there"
	}
	least := slices.MinFunc(lie, func(a, b card.Card) int { return value(a) - value(b) })
	why := fmt.Sprintf("and expects more from an unknown card than from %s", least)
	if t.fits(append(slices.Clip(rest), least), least) == nil {
		why += ", which makes no combination"
	}
	return why
}

// takeReason returns the reason to take a card, given what a drop leaves in hand.
func (t *thought) takeReason(rest []card.Card, c card.Card) string {
	hand := append(slices.Clip(rest), c)
	if points := total(hand); points <= t.options.Int("call-max") {
		return fmt.Sprintf("and with %s it may call in its next turn, with %s", c, rules.Points(points))
	}
	if with := t.fits(hand, c); with != nil {
		what := "a straight"
		if alike(with) {
			what = "a pair"
		}
		with = slices.DeleteFunc(with, func(o card.Card) bool { return o == c })
		return fmt.Sprintf("and %s makes %s with %s", c, what, card.Join(with))
	}
	if t.low(c) {
		return fmt.Sprintf("and %s is less than an unknown card on average", c)
	}
	return fmt.Sprintf("and expects more from %s than from an unknown card", c)
}

// fits returns a combination of a hand with one of its cards, of straights the longest; nil if there is none.
func (t *thought) fits(hand []card.Card, c card.Card) (best []card.Card) {
	for _, k := range t.aces.combinations(hand) {
		with := k.of(hand)
		if slices.Contains(with, c) && (best == nil || !alike(best) && !alike(with) && len(with) > len(best)) {
			best = with
		}
	}
	return best
}

// gets reports whether a card gets on with what a drop leaves in hand: it makes a combination, which
// has to be dropped next and so makes the hand smaller, or it lets the seat call that could not. Neither
// is repeated for ever.
func (t *thought) gets(rest []card.Card, c card.Card) bool {
	hand, most := append(slices.Clip(rest), c), t.options.Int("call-max")
	return t.fits(hand, c) != nil || total(hand) <= most && total(t.cards) > most
}

// low reports whether a card has fewer points than the average card that the seat does not
// see.
func (t *thought) low(c card.Card) bool { return value(c)*len(t.unseen) < total(t.unseen) }

// waits reports whether nobody has drawn from the stock for nearly two laps. Then a
// computer player draws, so that no position is repeated, unless a card that lies there gets it on.
func (p *position) waits() bool { return p.idle >= 2*p.seats-1 }

// remain returns a hand without a drop.
func remain(hand []card.Card, drop []pick) []card.Card {
	var gone pick
	for _, k := range drop {
		gone |= k
	}
	return (gone ^ (1<<len(hand) - 1)).of(hand)
}

// blind returns the average weight of a hand after a card from the stock.
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

// weigh returns the weight of a hand between turns, which is what the [outlook] says.
func (t *thought) weigh(hand []card.Card) int { return t.ahead.costs[ranksOf(hand)] }

// gift returns the weight of the cards that a drop leaves for the next player to take: low
// cards cost something.
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

// late returns how many chips a call may cost at this time. Without it, hands in which
// nobody dares to call would go on until they are void.
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
