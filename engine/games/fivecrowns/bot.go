package fivecrowns

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// easy lays what it can and throws away the dearest card that it cannot lay. It
// takes from the discard pile only wild cards and what it can lay with others.
func easy(p rules.Position, seat int, own rules.Observation, _ *rand.Rand) rules.Choice {
	if s, ok := p.(*solitaire); ok {
		return s.easy()
	}
	t := p.(*position)
	hand := own.Cards(t.hands[seat])
	if t.phase == choosing {
		return easyChoice(t, hand, own.Of(t.pile[len(t.pile)-1]))
	}
	best := solve(hand, t.wild())
	return lay(t, best, slices.MinFunc(discards(t, hand, own), best.byLoss))
}

func easyChoice(p *position, hand []card.Card, top card.Card) rules.Choice {
	if waits(p) {
		return again
	}
	more := solve(append(slices.Clone(hand), top), p.wild())
	switch {
	case isWild(top, p.wild()):
		return rules.Choice{Move: "take", Why: "takes a wild card"}
	case more.whole().points < solve(hand, p.wild()).whole().points:
		return rules.Choice{Move: "take", Why: fmt.Sprintf("takes %s, which fits a meld", top)}
	case fitsMeld(hand, top, p.wild()):
		return rules.Choice{Move: "draw", Why: fmt.Sprintf("draws: with %s in a meld, no fewer points would be left", top)}
	}
	return rules.Choice{Move: "draw", Why: fmt.Sprintf("draws: %s fits no meld", top)}
}

// fitsMeld reports whether a card makes a meld with others of a hand: with two, because
// a longer one has a meld of three in it that has the card.
func fitsMeld(hand []card.Card, c card.Card, wild card.Rank) bool {
	for i := range hand {
		for j := range i {
			if legalMeld([]card.Card{hand[j], hand[i], c}, wild) {
				return true
			}
		}
	}
	return false
}

// again is for cards that go round and round.
var again = rules.Choice{Move: "draw", Why: "draws: nobody has drawn for a while"}

// lay lays what it can, discards the card, and says why.
func lay(p *position, best *solution, discard card.Card) rules.Choice {
	s := p.laying(best, discard)
	why := fmt.Sprintf("discards %s: that leaves %d points outside melds", discard, best.leaves(discard))
	if s.verb == "out" {
		why = "goes out: all the other cards are in melds"
	}
	return rules.Choice{Move: s.write(), Why: why}
}

// waits reports whether the cards have gone round for so long without a draw that
// the next position might have been there before: then a computer player draws.
func waits(p *position) bool { return p.idle >= 2*p.seats-1 }

// discards lists the looks that a computer player thinks of discarding. Before the
// last turns a wild card is worth more than any other, and a card is not taken to
// be given back.
func discards(p *position, hand []card.Card, own rules.Observation) []card.Card {
	all := looks(hand)
	if p.last {
		return all
	}
	var taken card.Card
	if p.idle > 0 {
		slots := p.hands[p.seat]
		taken = own.Of(slots[len(slots)-1])
	}
	fit := slices.DeleteFunc(slices.Clone(all), func(c card.Card) bool { return c == taken || isWild(c, p.wild()) })
	if len(fit) == 0 {
		return all
	}
	return fit
}

// dearest finds the discard that leaves the fewest points; of several the card
// with the most. It is a wild card only if there is no other.
func (s *solution) dearest() card.Card {
	natural := slices.DeleteFunc(looks(s.cards), func(c card.Card) bool { return isWild(c, s.wild) })
	if len(natural) == 0 {
		natural = looks(s.cards)
	}
	return slices.MinFunc(natural, s.byLoss)
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
func good(p rules.Position, seat int, own rules.Observation, _ *rand.Rand) rules.Choice {
	if s, ok := p.(*solitaire); ok {
		return s.good(own)
	}
	t := p.(*position)
	g := newGuess(t, seat, own)
	if t.phase == choosing {
		return g.choose(own.Of(t.pile[len(t.pile)-1]))
	}
	best := solve(g.hand, t.wild())
	return lay(t, best, g.discard(best, discards(t, g.hand, own)))
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
func (g *guess) choose(top card.Card) rules.Choice {
	if waits(g.p) {
		return again
	}
	take, draw := g.least(append(slices.Clone(g.hand), top)), g.ahead(g.hand)
	if 1000*take < draw {
		return rules.Choice{Move: "take", Why: fmt.Sprintf("takes %s: that leaves %d points outside melds, a draw about %d", top, take, draw/1000)}
	}
	return rules.Choice{Move: "draw", Why: fmt.Sprintf("draws: that leaves about %d points outside melds, %s leaves %d", draw/1000, top, take)}
}

// depth is how many discards are looked at closely.
const depth = 5

// discard picks the card to do without. In the last turn only the points left
// count, before, what the next turn will make of the rest. A seat that can go
// out does.
func (g *guess) discard(best *solution, choice []card.Card) card.Card {
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
