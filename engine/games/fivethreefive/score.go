package fivethreefive

import (
	"cmp"
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// settle counts the hand from the cards that have been shown, and names the winners
// if a total has reached the end (RULES 18 to 20).
func (p *position) settle(public rules.Observation) {
	held := p.held()
	p.left = make([][]card.Card, p.seats)
	p.scores = slices.Clone(p.scores)
	for seat, slots := range held {
		p.left[seat] = public.Cards(slots)
		p.scores[seat] += p.options.count(p.left[seat])
	}
	if slices.Max(p.scores) >= p.options.end {
		p.winners = winners(p.scores, held)
	}
	p.result = rules.Settlement{
		Hand:   p.number,
		Hands:  held,
		Scores: slices.Clone(p.scores),
		Carry: rules.Carry{
			Hands:  p.number,
			Scores: slices.Clone(p.scores),
			Next:   nextLeader(p.scores, p.leader),
		},
	}
	p.phase = settled
}

// settlement returns the result with its score sheets.
func (p *position) settlement() rules.Settlement {
	s := p.result
	s.Items, s.Marks = make([][]rules.Item, p.seats), marks
	s.Ending = rules.Ending{What: "went out", Seats: []int{p.by}, Why: make([]string, p.seats)}
	s.Why[p.by] = "went out"
	for seat, cards := range p.left {
		s.Items[seat] = p.options.items(cards)
	}
	return s
}

// items returns the score sheet of a seat with these cards left: a line for each cost
// (RULES 17 and 18).
func (o options) items(cards []card.Card) []rules.Item {
	if len(cards) == 0 {
		return []rules.Item{{What: "no card left", Rule: "17"}}
	}
	byCost := slices.SortedStableFunc(slices.Values(cards), func(a, b card.Card) int {
		return cmp.Or(cmp.Compare(o.cost(a), o.cost(b)), cmp.Compare(a.Rank, b.Rank))
	})
	var items []rules.Item
	for i, c := range byCost {
		cost := o.cost(c)
		if i == 0 || cost != o.cost(byCost[i-1]) {
			items = append(items, rules.Item{What: fmt.Sprintf("left, costing %d each", cost), Rule: "18"})
		}
		last := &items[len(items)-1]
		last.Cards = append(last.Cards, c)
		last.Points += cost
	}
	return items
}

// count returns the sum of the costs of cards.
func (o options) count(cards []card.Card) int {
	sum := 0
	for _, c := range cards {
		sum += o.cost(c)
	}
	return sum
}

// cost returns the points of a card that is left.
func (o options) cost(c card.Card) int {
	if i := slices.Index(numbers, c.Rank); i >= 0 {
		return o.points[i]
	}
	return 0
}

// nextLeader returns the seat with the most points; of equals, the first one clockwise from
// the previous leader, who comes first (RULES 5).
func nextLeader(scores []int, previous int) int {
	best := previous
	for i := range scores {
		seat := (previous + i) % len(scores)
		if scores[seat] > scores[best] {
			best = seat
		}
	}
	return best
}

// winners returns, of the seats with the fewest points, those with the fewest cards at the
// end of the last hand (RULES 20).
func winners(scores []int, held [][]rules.Slot) []int {
	var best []int
	for seat := range scores {
		if len(best) > 0 {
			switch order := compare(scores, held, seat, best[0]); {
			case order > 0:
				continue
			case order < 0:
				best = best[:0]
			}
		}
		best = append(best, seat)
	}
	return best
}

func compare(scores []int, held [][]rules.Slot, a, b int) int {
	if scores[a] != scores[b] {
		return scores[a] - scores[b]
	}
	return len(held[a]) - len(held[b])
}
