package five

import (
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

const (
	samples    = 60 // hands imagined for the others before an end
	confidence = 95 // percent of them that the own total must beat before an end
	patience   = 15 // laps after which it need be less sure
	decay      = 3  // percent less for each lap then
	discount   = 75 // percent of the next drop that counts as gone already
)

// good ends when it would probably be right, going by what the others took,
// dropped and hold, and otherwise makes the exchange after which it expects to
// hold least, thinking of the drop after that.
func good(p rules.Position, seat int, own rules.Observation, r *rand.Rand) string {
	at := p.(*position)
	hand := own.Cards(at.hands[seat])
	unseen := at.unseen(seat, own)
	if at.probablyRight(seat, own, unseen, r) {
		return wordEnd
	}
	top := at.top(own)
	var best string
	least := 0
	for _, drop := range drops(hand) {
		kept := without(hand, drop)
		take, draw := weight(kept, top)*len(unseen), weights(kept, unseen)
		if best == "" || draw < least {
			best, least = write(drop, wordDraw), draw
		}
		if take < least {
			best, least = write(drop, wordTake), take
		}
	}
	return best
}

// unseen lists the cards that are in the stock or hidden in other hands.
func (p *position) unseen(seat int, own rules.Observation) []card.Card {
	cards := deck(len(p.hands), p.options).Cards
	known := own.Cards(p.pile)
	for _, hand := range p.hands {
		known = append(known, own.Cards(hand)...)
	}
	return without(cards, known)
}

// without is a copy of the cards less some of them, unknown ones left aside.
func without(cards, some []card.Card) []card.Card {
	left := slices.Clone(cards)
	for _, c := range some {
		if i := slices.Index(left, c); i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	return left
}

// weights sums the weight of a hand over all cards that may come.
func weights(kept, unseen []card.Card) int {
	sum := 0
	for _, c := range unseen {
		sum += weight(kept, c)
	}
	return sum
}

// weight is what a hand with one more card weighs: its points, less a part of
// those that the next drop takes away. Pairs weigh less for that.
func weight(kept []card.Card, gain card.Card) int {
	points, most := 0, 0
	var byRank [card.King + 1]int
	for _, c := range append(slices.Clip(kept), gain) {
		if c.Rank == card.Joker {
			continue
		}
		points += value(c)
		byRank[c.Rank] += value(c)
		most = max(most, byRank[c.Rank])
	}
	return 100*points - discount*most
}

// probablyRight imagines the others' hands and counts how often an end would be
// right.
func (p *position) probablyRight(seat int, own rules.Observation, unseen []card.Card, r *rand.Rand) bool {
	mine := total(own.Cards(p.hands[seat]))
	right := 0
	for range samples {
		if p.imagine(seat, own, slices.Clone(unseen), r) > mine {
			right++
		}
	}
	return right*100 >= p.confidence()*samples
}

// confidence is how sure a player wants to be before an end. Hands in which nobody
// dares would otherwise go on until they are void.
func (p *position) confidence() int {
	lap := p.turns / len(p.active)
	return confidence - decay*max(0, lap-patience)
}

// imagine draws the hidden cards of the others at random and returns the lowest
// total among them.
func (p *position) imagine(seat int, own rules.Observation, unseen []card.Card, r *rand.Rand) int {
	lowest := dealt * 10
	for _, s := range p.active {
		if s == seat {
			continue
		}
		sum := 0
		for i, x := range p.hands[s] {
			c := own.Of(x)
			if !c.Known() {
				c, unseen = pick(unseen, p.heldAtMost(s, i, own), r)
			}
			sum += value(c)
		}
		lowest = min(lowest, sum)
	}
	return lowest
}

// heldAtMost bounds what the card at place i of a hand may count: whoever held
// a heavier one would have dropped it. The last card came after the drop.
func (p *position) heldAtMost(seat, i int, own rules.Observation) int {
	if len(p.last[seat]) == 0 || i == len(p.hands[seat])-1 {
		return 10
	}
	return total(own.Cards(p.last[seat]))
}

// pick takes a card of at most so many points, of any after a few attempts.
func pick(unseen []card.Card, most int, r *rand.Rand) (card.Card, []card.Card) {
	i := r.IntN(len(unseen))
	for range 8 {
		if value(unseen[i]) <= most {
			break
		}
		i = r.IntN(len(unseen))
	}
	c := unseen[i]
	unseen[i] = unseen[len(unseen)-1]
	return c, unseen[:len(unseen)-1]
}
