package fivecrowns

import (
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// easy lays what it can and throws away the dearest card that it cannot lay. It
// takes from the discard pile only wild cards and what completes a meld.
func easy(p rules.Position, seat int, own rules.Observation, _ *rand.Rand) string {
	if s, ok := p.(*solitaire); ok {
		return s.easy()
	}
	t := p.(*position)
	hand := own.Cards(t.hands[seat])
	if t.phase == choosing {
		return easyChoice(hand, own.Of(t.pile[len(t.pile)-1]), t.wild())
	}
	best := solve(hand, t.wild())
	return t.laying(best, best.dearest()).write()
}

func easyChoice(hand []card.Card, top card.Card, wild card.Rank) string {
	if isWild(top, wild) {
		return "take"
	}
	pair := 0
	for _, c := range hand {
		if c.Rank == top.Rank {
			pair++
		}
	}
	if pair == meldSize-1 {
		return "take"
	}
	return "draw"
}

// dearest finds the discard that leaves the fewest points; of several the card
// with the most.
func (s *solution) dearest() card.Card {
	return slices.MinFunc(looks(s.cards), s.byLoss)
}

// byLoss orders discards by the points that they leave, then dear ones first.
func (s *solution) byLoss(c, d card.Card) int {
	if n := s.leaves(c) - s.leaves(d); n != 0 {
		return n
	}
	return points(d, s.wild) - points(c, s.wild)
}

// good looks one draw ahead: it keeps the cards from which the next card, on
// the average of all that it has not seen, leaves the fewest points.
func good(p rules.Position, seat int, own rules.Observation, _ *rand.Rand) string {
	if s, ok := p.(*solitaire); ok {
		return s.good(own)
	}
	t := p.(*position)
	g := newGuess(t, seat, own)
	if t.phase == choosing {
		return g.choose(own.Of(t.pile[len(t.pile)-1]))
	}
	best := solve(g.hand, t.wild())
	return t.laying(best, g.discard(best)).write()
}

// A guess is what a seat reckons with.
type guess struct {
	p      *position
	hand   []card.Card
	unseen []unseen
}

// unseen is how many cards of a look are somewhere out of sight.
type unseen struct {
	card.Card
	n int
}

func newGuess(p *position, seat int, own rules.Observation) *guess {
	seen := own.Cards(p.pile)
	for s, hand := range p.hands {
		seen = append(seen, own.Cards(hand)...)
		seen = append(seen, slices.Concat(p.laid[s]...)...)
	}
	return &guess{p: p, hand: own.Cards(p.hands[seat]), unseen: unseenCards(p.seats, seen)}
}

// unseenCards lists the looks of which not every card is among the seen.
func unseenCards(seats int, seen []card.Card) []unseen {
	var hidden []unseen
	for _, c := range looks(pack()) {
		n := packs(seats)*count(pack(), c) - count(seen, c)
		if n > 0 {
			hidden = append(hidden, unseen{c, n})
		}
	}
	return hidden
}

func count(cards []card.Card, c card.Card) int {
	n := 0
	for _, d := range cards {
		if c == d {
			n++
		}
	}
	return n
}

// least is the fewest points that some discard leaves of these cards.
func (g *guess) least(cards []card.Card) int {
	best := solve(cards, g.p.wild())
	return best.leaves(best.dearest())
}

// ahead is the average of least over the next card from the stock, in
// thousandths.
func (g *guess) ahead(cards []card.Card) int {
	sum, n := 0, 0
	for _, u := range g.unseen {
		sum += u.n * g.least(append(slices.Clone(cards), u.Card))
		n += u.n
	}
	return 1000 * sum / max(n, 1)
}

// choose compares the card on the pile with the average card of the stock.
func (g *guess) choose(top card.Card) string {
	if 1000*g.least(append(slices.Clone(g.hand), top)) < g.ahead(g.hand) {
		return "take"
	}
	return "draw"
}

// depth is how many discards are looked at closely.
const depth = 5

// discard picks the card to do without. In the last turn only the points left
// count, before, what the next turn will make of the rest. A seat that can go
// out does.
func (g *guess) discard(best *solution) card.Card {
	choice := looks(g.hand)
	slices.SortStableFunc(choice, best.byLoss)
	if g.p.last || best.leaves(choice[0]) == 0 {
		return choice[0]
	}
	found, least := choice[0], 0
	for i, c := range choice[:min(depth, len(choice))] {
		n := g.ahead(without(g.hand, c))
		if i == 0 || n < least {
			found, least = c, n
		}
	}
	return found
}
