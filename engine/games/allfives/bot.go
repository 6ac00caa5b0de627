package allfives

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// easy counts trumps before the play, and then plays any card that it may.
func easy(at rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	p := at.(*position)
	const enough = 2
	trumps := 0
	for _, c := range own.Cards(p.hands[seat]) {
		if c.Suit == p.offered {
			trumps++
		}
	}
	if verb := p.verb(trumps >= enough); verb != "" {
		return rules.Choice{Move: verb, Why: fmt.Sprintf("holds %d cards of the suit", trumps)}
	}
	moves := p.Moves(seat, own)
	return rules.Choice{Move: moves[r.IntN(len(moves))], Why: "plays any card that it may"}
}

// verb is the move before the play of a seat that likes the proposed suit or
// does not, "" when cards are played.
func (p *position) verb(likes bool) string {
	switch {
	case p.phase == begging && likes:
		return "stand"
	case p.phase == begging:
		return "beg"
	case p.phase == answering && likes:
		return "take-one"
	case p.phase == answering:
		return "run"
	}
	return ""
}

// The number of worlds that the good player imagines for a decision.
const (
	worldsToBid  = 60
	worldsToPlay = 40
)

// good imagines how the unseen cards may lie, plays every choice out in each of
// these worlds, and takes the one that scores best on average.
func good(at rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	p := at.(*position)
	t := &thought{position: p, seat: seat, own: own, unseen: p.unseen(seat, own)}
	if p.phase != playing {
		return rules.Choice{Move: p.verb(t.likes(r))}
	}
	return rules.Choice{Move: "play " + t.choose(r).String()}
}

// A thought is what a seat knows when it is to move.
type thought struct {
	*position
	seat   int
	own    rules.Observation
	unseen []card.Card // in the stock and the others' hands
}

// unseen lists the cards of the pack that the seat has not met in this deal.
func (p *position) unseen(seat int, own rules.Observation) []card.Card {
	met := slices.Concat(own.Cards(p.hands[seat]), own.Cards(p.aside), p.spent, []card.Card{own.Of(p.upcard)})
	for _, l := range p.trick {
		met = append(met, l.card)
	}
	return slices.DeleteFunc(card.French(), func(c card.Card) bool { return slices.Contains(met, c) })
}

// likes reports whether the proposed suit is worth more to the seat than what it
// gets otherwise. Eldest begs if the suit loses: the dealer then runs, which is
// even, or pays a point. The dealer gives that point if the suit gains more.
func (t *thought) likes(r *rand.Rand) bool {
	gain := 0
	for range worldsToBid {
		w := t.imagine(r)
		w.trump = t.offered
		w.turn = t.eldest()
		gain += w.playOut()
	}
	if t.phase == answering {
		return gain > worldsToBid*(t.seats-1)
	}
	return gain >= 0
}

// choose weighs every card that may be played in the same worlds.
func (t *thought) choose(r *rand.Rand) card.Card {
	may := obligationOf(t.trick, t.trump, t.strict).allowed(t.own.Cards(t.hands[t.seat]))
	if len(may) == 1 {
		return may[0]
	}
	gains := make([]int, len(may))
	for range worldsToPlay {
		w := t.imagine(r)
		for i, c := range may {
			v := w.clone()
			v.play(c)
			gains[i] += v.playOut()
		}
	}
	return may[slices.Index(gains, slices.Max(gains))]
}

// lacks reports whether a seat has shown that it does not hold a card: it once
// played a card that did not fit an obligation by which this one binds.
func (t *thought) lacks(seat int, c card.Card) bool {
	return slices.ContainsFunc(t.claims, func(k claim) bool { return k.seat == seat && k.obligation.binds(c) })
}

// imagine deals the unseen cards to the others. A seat gets cards that it is
// known to lack only if there are not enough others.
func (t *thought) imagine(r *rand.Rand) *world {
	deck := slices.Clone(t.unseen)
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	w := &world{seat: t.seat, trump: t.trump, strict: t.strict, turn: t.turn, trick: t.trick}
	w.hands = make([][]card.Card, t.seats)
	w.won = make([]int, t.seats)
	w.hands[t.seat] = t.own.Cards(t.hands[t.seat])
	for _, s := range t.others() {
		for range t.hands[s] {
			i := max(0, slices.IndexFunc(deck, func(c card.Card) bool { return !t.lacks(s, c) }))
			w.hands[s] = append(w.hands[s], deck[i])
			deck = slices.Delete(deck, i, i+1)
		}
	}
	return w
}

// others lists the other seats, those first of which more is known.
func (t *thought) others() []int {
	seats := slices.DeleteFunc(rules.AllSeats(t.seats), func(s int) bool { return s == t.seat })
	known := func(s int) int {
		n := 0
		for _, c := range t.unseen {
			if t.lacks(s, c) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(seats, func(a, b int) int { return known(b) - known(a) })
	return seats
}
