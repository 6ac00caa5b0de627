package five

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// value is what a card counts (RULES 1).
func value(c card.Card) int {
	if c.Rank == card.Joker {
		return 0
	}
	return min(int(c.Rank), 10)
}

func total(hand []card.Card) int {
	sum := 0
	for _, c := range hand {
		sum += value(c)
	}
	return sum
}

// settle counts the hand, whose cards are all public now (RULES 10 to 13).
func (p *position) settle(public rules.Observation) {
	points := p.points(public)
	p.scores = slices.Clone(p.scores)
	for seat := range points {
		p.scores[seat] += points[seat]
	}
	p.phase = settled
	p.active = below(p.scores, p.options)
	if len(p.active) == 1 {
		p.winners = p.active
	}
	p.settlement = rules.Settlement{
		Hand:   p.hand,
		Hands:  p.hands,
		Points: points,
		Scores: p.scores,
		Void:   p.ender == rules.None,
		Carry:  rules.Carry{Hands: p.hand, Scores: p.scores, Next: p.after(p.starter)},
	}
}

// points are those of this hand, by seat. A seat that is out gets none.
func (p *position) points(public rules.Observation) []int {
	points := make([]int, len(p.hands))
	if p.ender == rules.None {
		return points
	}
	for _, seat := range p.active {
		points[seat] = total(public.Cards(p.hands[seat]))
	}
	lowest := p.lowestOther(points)
	if points[p.ender] < lowest { // RULES 10
		points[p.ender] = 0
		return points
	}
	for _, seat := range p.active { // RULES 11
		switch {
		case seat == p.ender:
			points[seat] = penalty
		case points[seat] == lowest:
			points[seat] = 0
		}
	}
	return points
}

// lowestOther is the lowest total among those who did not end the hand.
func (p *position) lowestOther(totals []int) int {
	lowest := dealt * 10
	for _, seat := range p.active {
		if seat != p.ender {
			lowest = min(lowest, totals[seat])
		}
	}
	return lowest
}

// below lists the seats whose totals are below the limit (RULES 12).
func below(scores []int, o rules.Options) []int {
	in := []int{}
	for seat, score := range scores {
		if score < o.Int(limit) {
			in = append(in, seat)
		}
	}
	return in
}

// NextHand begins the hand after the one that is settled.
func (p *position) NextHand() rules.Position {
	return p.open(p.settlement.Carry.Next)
}
