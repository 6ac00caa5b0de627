package furiousfive

import (
	"math/bits"
	"slices"
	"strings"

	"fives/engine/card"
	"fives/engine/rules"
)

// A pick is a set of places in a hand: bit i stands for its card i.
type pick uint8

func (k pick) of(cards []card.Card) []card.Card {
	picked := make([]card.Card, 0, bits.OnesCount8(uint8(k)))
	for i, c := range cards {
		if k&(1<<i) != 0 {
			picked = append(picked, c)
		}
	}
	return picked
}

// combinations lists every combination in a hand.
func (a aces) combinations(cards []card.Card) []pick {
	var found []pick
	for k := pick(1); int(k) < 1<<len(cards); k++ {
		if s := a.shape(k.of(cards)); s == set || s == straight {
			found = append(found, k)
		}
	}
	return found
}

// drops lists the honest drops from a hand, each as its combinations.
func (p *position) drops(cards []card.Card) [][]pick {
	found := p.aces.combinations(cards)
	if len(found) == 0 {
		for i := range cards {
			found = append(found, 1<<i)
		}
		return alone(found)
	}
	if p.options.Bool("multi-drop") {
		return disjoint(found)
	}
	return alone(found)
}

func alone(found []pick) [][]pick {
	list := make([][]pick, len(found))
	for i, k := range found {
		list[i] = []pick{k}
	}
	return list
}

// disjoint lists every non-empty choice of combinations without a common card, each
// once, with its combinations in the order given.
func disjoint(found []pick) [][]pick {
	var list [][]pick
	for i, k := range found {
		list = append(list, []pick{k})
		rest := slices.DeleteFunc(slices.Clone(found[i+1:]), func(o pick) bool { return o&k != 0 })
		for _, more := range disjoint(rest) {
			list = append(list, append([]pick{k}, more...))
		}
	}
	return list
}

// Moves lists the honest moves of the seat whose turn it is.
func (p *position) Moves(seat int, own rules.Observation) []string {
	if p.phase != acting || seat != p.turn || !own.Knows(p.hands[seat]) {
		return nil
	}
	cards := own.Cards(p.hands[seat])
	var moves []string
	if total(cards) <= p.options.Int("call-max") {
		moves = append(moves, "call")
	}
	for _, d := range p.drops(cards) {
		drop := p.write(cards, d)
		moves = append(moves, drop+" draw")
		for _, x := range p.takeable() {
			moves = append(moves, drop+" take "+own.Of(x).String())
		}
	}
	return moves
}

// write writes the first part of a move, the drop.
func (p *position) write(cards []card.Card, d []pick) string {
	groups := make([]string, len(d))
	for i, k := range d {
		group := k.of(cards)
		lie := make([]card.Card, len(group))
		for j, at := range p.aces.arranged(group) {
			lie[j] = group[at]
		}
		groups[i] = card.Join(lie)
	}
	return "drop " + strings.Join(groups, " / ")
}
