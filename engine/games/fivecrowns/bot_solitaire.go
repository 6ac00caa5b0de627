package fivecrowns

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// A placing is a move of the solitaire, with the cards that its pile has afterwards.
type placing struct {
	pile    int // index, from 0
	discard card.Card
	cards   []card.Card
}

func (g placing) text() string {
	return sentence{verb: "place", pile: g.pile + int(lowest), discard: g.discard}.write()
}

// easy places the card on the pile where it saves the most points.
func (p *solitaire) easy() rules.Choice {
	var best placing
	most := -1000
	for i := range p.open() {
		wild := lowest + card.Rank(i)
		before := solve(p.piles[i], wild).whole().points
		after := solve(append(slices.Clone(p.piles[i]), p.card), wild)
		for _, c := range looks(after.cards) {
			if saved := before - after.leaves(c); saved > most {
				most, best = saved, placing{pile: i, discard: c}
			}
		}
	}
	return rules.Choice{Move: best.text(), Why: fmt.Sprintf("places it where it saves the most points: on pile %d", best.pile+int(lowest))}
}

// open goes over the indices of the open piles.
func (p *solitaire) open() func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range p.piles {
			if !slices.Contains(p.closed, i+int(lowest)) && !yield(i) {
				return
			}
		}
	}
}

// closely is how many equal placings good compares by their outs.
const closely = 6

// good counts how many cards of a pile have yet to be swapped. There are about as many
// turns as swaps to make, so every turn must save one, whatever the pile. Of equal placings
// it takes the one that adds the most outs to its pile.
func (p *solitaire) good(own rules.Observation) rules.Choice {
	var best []placing
	most := -1 << 30
	for i := range p.open() {
		wild := lowest + card.Rank(i)
		before := swaps(p.piles[i], wild, 0)
		after := append(slices.Clone(p.piles[i]), p.card)
		for _, c := range looks(after) {
			g := placing{i, c, without(after, c)}
			saved := before - swaps(g.cards, wild, 0)
			if saved > most {
				most, best = saved, nil
			}
			if saved == most {
				best = append(best, g)
			}
		}
	}
	found := p.likeliest(best[:min(closely, len(best))], own)
	return rules.Choice{Move: found.text(), Why: fmt.Sprintf("places it on pile %d, which it brings the furthest", found.pile+int(lowest))}
}

// likeliest returns the placing that adds the most outs to its pile.
func (p *solitaire) likeliest(choice []placing, own rules.Observation) placing {
	if len(choice) == 1 {
		return choice[0]
	}
	hidden := unseenCards(1, own)
	best, most, before := choice[0], -1<<30, map[int]int{}
	for _, g := range choice {
		wild := lowest + card.Rank(g.pile)
		if _, known := before[g.pile]; !known {
			before[g.pile] = outs(p.piles[g.pile], wild, hidden)
		}
		if n := outs(g.cards, wild, hidden) - before[g.pile]; n > most {
			best, most = g, n
		}
	}
	return best
}

// outs counts the unseen cards that would save the pile a swap.
func outs(pile []card.Card, wild card.Rank, hidden []unseen) int {
	due := swaps(pile, wild, 0)
	n := 0
	for _, u := range hidden {
		if isWild(u.Card, wild) && due > 0 ||
			neighbours(pile, u.Card) && swaps(append(slices.Clone(pile), u.Card), wild, 1) < due {
			n += u.n
		}
	}
	return n
}

// neighbours reports whether some card has c's rank, or is near it in its suit.
func neighbours(pile []card.Card, c card.Card) bool {
	return slices.ContainsFunc(pile, func(d card.Card) bool {
		near := int(c.Rank) - int(d.Rank)
		return near == 0 || c.Suit == d.Suit && -partSize < near && near < partSize
	})
}
