package template

import (
	"fmt"
	"slices"

	"fives/engine/rules"
)

// settle counts the hand (RULES 5), and ends the game after the last (RULES 6).
func (p *position) settle() {
	p.phase = settled
	p.scores = slices.Clone(p.scores)
	for seat, n := range p.tricks {
		p.scores[seat] += n
	}
	if decided(len(p.scores), p.options, p.carry()) {
		p.winners = best(p.scores)
	}
}

// best lists the seats with the most points.
func best(scores []int) []int {
	var seats []int
	for seat, score := range scores {
		if score == slices.Max(scores) {
			seats = append(seats, seat)
		}
	}
	return seats
}

func (p *position) settlement() rules.Settlement {
	return rules.Settlement{
		Hand:   p.hand,
		Hands:  p.hands,
		Items:  p.items(),
		Ending: p.ending(),
		Scores: p.scores,
		Carry:  p.carry(),
	}
}

// ending says who has taken the most tricks, and why each seat has its points.
func (p *position) ending() rules.Ending {
	e := rules.Ending{What: "took the most tricks", Seats: best(p.tricks), Why: make([]string, len(p.tricks))}
	for seat, n := range p.tricks {
		e.Why[seat] = fmt.Sprintf("tricks: %d", n)
	}
	return e
}

// items are the score sheets of the hand: a line for each seat.
func (p *position) items() [][]rules.Item {
	items := make([][]rules.Item, len(p.tricks))
	for seat, n := range p.tricks {
		items[seat] = []rules.Item{{What: "tricks taken", Points: n, Rule: "5"}}
	}
	return items
}

func (p *position) carry() rules.Carry {
	return rules.Carry{Hands: p.hand, Scores: p.scores, Next: p.following()}
}

// following is the seat that starts the next hand.
func (p *position) following() int { return (p.starter + 1) % len(p.hands) }

// NextHand begins the hand after the one that is settled.
func (p *position) NextHand() rules.Position { return p.open(p.following()) }
