package fivecrowns

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// easy lays what it can, and discards the card that leaves it the fewest points. It
// takes from the discard pile only wild cards, and cards that fit a meld and leave it
// fewer points.
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
	return lay(t, best, slices.MinFunc(t.discards(hand, t.taken(own)), best.byLoss))
}

func easyChoice(p *position, hand []card.Card, top card.Card) rules.Choice {
	if waits(p) {
		return drawAtLast
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

// fitsMeld reports whether a card makes a meld with cards of a hand. Two of them are
// enough to try: every longer meld contains one of three with the card.
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

// drawAtLast is the choice of a player that [waits] for a draw.
var drawAtLast = rules.Choice{Move: "draw", Why: "draws: nobody has drawn for a while"}

// lay lays what it can and discards the card, with a reason.
func lay(p *position, best *solution, discard card.Card) rules.Choice {
	s := p.laying(best, discard)
	why := fmt.Sprintf("discards %s: that leaves %s outside melds", discard, rules.Points(best.leaves(discard)))
	if s.verb == "out" {
		why = "goes out: all the other cards are in melds"
	}
	return rules.Choice{Move: s.write(), Why: why}
}

// waits reports whether nobody has drawn for nearly two laps. Then a computer player
// draws, so that no position is repeated. None is repeated in a last turn.
func waits(p *position) bool { return !p.last && p.idle >= 2*p.seats-1 }

// discards lists the looks that a computer player considers for its discard. Before the last turns
// it keeps wild cards and the card that it has taken, if it holds any other.
func (p *position) discards(hand []card.Card, taken card.Card) []card.Card {
	all := looks(hand)
	if p.last {
		return all
	}
	fit := slices.DeleteFunc(slices.Clone(all), func(c card.Card) bool { return c == taken || isWild(c, p.wild()) })
	if len(fit) == 0 {
		return all
	}
	return fit
}

// taken is the card that the seat to act has just taken from the pile, if it has.
func (p *position) taken(own rules.Observation) (c card.Card) {
	if slots := p.hands[p.seat]; p.idle > 0 {
		c = own.Of(slots[len(slots)-1])
	}
	return c
}

// dearest finds the discard that leaves the fewest points; of equals, the card with the
// most points. Before the last turns it is a wild card only if there is no other.
func (s *solution) dearest(last bool) card.Card {
	choice := looks(s.cards)
	if !last {
		choice = slices.DeleteFunc(choice, func(c card.Card) bool { return isWild(c, s.wild) })
	}
	if len(choice) == 0 {
		choice = looks(s.cards)
	}
	return slices.MinFunc(choice, s.byLoss)
}

// byLoss orders discards by the points that they leave; of equals, the dearest card comes
// first.
func (s *solution) byLoss(c, d card.Card) int {
	if n := s.leaves(c) - s.leaves(d); n != 0 {
		return n
	}
	return points(d, s.wild) - points(c, s.wild)
}

// good looks one draw ahead: it keeps the cards that leave the fewest points after the
// next card, on average over all cards that it has not seen.
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
	return lay(t, best, g.discard(best, t.discards(g.hand, t.taken(own))))
}

// A guess is a seat's hand, and the cards that it has not seen.
type guess struct {
	p      *position
	hand   []card.Card
	unseen []unseen
}

// unseen is a look, and the number of its cards that are out of sight.
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

// unseenCards lists the looks with cards that have not been seen.
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

// least returns the points of these cards after the best discard.
func (g *guess) least(cards []card.Card) int {
	best := solve(cards, g.p.wild())
	return best.leaves(best.dearest(g.p.last))
}

// ahead returns the average of least over the next card from the stock, in thousandths.
func (g *guess) ahead(cards []card.Card) int {
	sum, n := 0, 0
	for _, u := range g.unseen {
		sum += u.n * g.least(append(slices.Clone(cards), u.Card))
		n += u.n
	}
	return 1000 * sum / max(n, 1)
}

// choose compares the card on the pile, and the discard after it, with the average card of the stock.
// Before the last turns it takes every wild card: it fits any meld, and nobody lays one there again.
func (g *guess) choose(top card.Card) rules.Choice {
	with := &guess{p: g.p, hand: append(slices.Clone(g.hand), top), unseen: g.unseen}
	best := solve(with.hand, g.p.wild())
	if waits(g.p) && best.leaves(best.dearest(g.p.last)) > 0 { // with 0 it goes out
		return drawAtLast
	}
	if !g.p.last && isWild(top, g.p.wild()) {
		return rules.Choice{Move: "take", Why: fmt.Sprintf("takes %s, a wild card, which fits any meld", top)}
	}
	take, draw := best.leaves(with.discard(best, g.p.discards(with.hand, top))), g.ahead(g.hand)
	if 1000*take < draw {
		return rules.Choice{Move: "take", Why: fmt.Sprintf("takes %s: that leaves %s outside melds, a draw about %d", top, rules.Points(take), draw/1000)}
	}
	return rules.Choice{Move: "draw", Why: fmt.Sprintf("draws: that leaves about %s outside melds, %s leaves %d", rules.Points(draw/1000), top, take)}
}

// depth is how many discards are compared by looking ahead.
const depth = 5

// discard picks the card to discard. A seat goes out if it can. In the last turn only
// the points left count; before, the points after one more draw.
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
