package fivethreefive

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// settle counts the hand from the cards that have been shown, and the game if
// a total has reached its end (RULES 18 to 20).
func (p *position) settle(public rules.Observation) {
	held := p.held()
	points := make([]int, p.seats)
	for seat, slots := range held {
		points[seat] = p.options.count(public.Cards(slots))
	}
	p.scores = slices.Clone(p.scores)
	for seat, n := range points {
		p.scores[seat] += n
	}
	if slices.Max(p.scores) >= p.options.end {
		p.winners = winners(p.scores, held)
	}
	p.result = rules.Settlement{
		Hand:   p.number,
		Hands:  held,
		Points: points,
		Scores: slices.Clone(p.scores),
		Carry: rules.Carry{
			Hands:  p.number,
			Scores: slices.Clone(p.scores),
			Next:   nextLeader(p.scores, p.leader),
		},
	}
	p.phase = settled
}

// count is the sum of the cards' points.
func (o options) count(cards []card.Card) int {
	sum := 0
	for _, c := range cards {
		if i := slices.Index(numbers, c.Rank); i >= 0 {
			sum += o.points[i]
		}
	}
	return sum
}

// nextLeader is the seat with the most points; among equals the first
// clockwise from the previous leader, that seat itself first (RULES 5).
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

// winners are the seats with the fewest points, of these those with the fewest
// cards at the end of the last hand (RULES 20).
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
