package five

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// value returns the points of a card (RULES 1).
func value(c card.Card) int {
	if c.Rank == card.Joker {
		return 0
	}
	return min(int(c.Rank), dearest)
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
	c := p.count(public)
	items := p.items(c, public)
	p.scores = slices.Clone(p.scores)
	for seat := range items {
		p.scores[seat] += rules.Sum(items[seat])
	}
	p.phase = settled
	p.active = below(p.scores, p.options)
	if len(p.active) == 1 {
		p.winners = p.active
	}
	p.settlement = rules.Settlement{
		Hand:   p.hand,
		Hands:  p.hands,
		Items:  items,
		Ending: p.ending(c),
		Scores: p.scores,
		Void:   p.ender == rules.None,
		Carry:  rules.Carry{Hands: p.hand, Scores: p.scores, Next: p.after(p.starter)},
	}
}

// items returns the score sheets of the hand, with a line for each seat in the game.
func (p *position) items(c count, public rules.Observation) [][]rules.Item {
	items := make([][]rules.Item, len(p.hands))
	for _, seat := range p.active {
		item := c.item(seat)
		item.Cards = public.Cards(p.hands[seat])
		items[seat] = []rules.Item{item}
	}
	return items
}

// ending says how the hand ended. The seats that are out by now were active in it.
func (p *position) ending(c count) rules.Ending {
	o := rules.Ending{Why: make([]string, len(p.hands))}
	if c.ender == rules.None {
		o.What = "Nobody ended the hand"
		return o
	}
	own, lowest := c.totals[c.ender], c.lowest()
	o.Seats, o.What = []int{c.ender}, fmt.Sprintf("ended with %d, the lowest", own)
	switch {
	case own == lowest:
		o.What = fmt.Sprintf("ended in a tie at %d", own)
	case own > lowest:
		o.What = fmt.Sprintf("ended with %d, not the lowest", own)
	}
	for seat, total := range c.totals {
		switch {
		case seat == c.ender && own >= lowest:
			o.Why[seat] = fmt.Sprintf("wrong end costs %d", penalty)
		case seat == c.ender:
			o.Why[seat] = fmt.Sprintf("ended with %d", own)
		case own >= lowest && total == lowest:
			o.Why[seat] = fmt.Sprintf("lowest with %d", total)
		case p.scores[seat] >= p.options.Int(limit):
			o.Why[seat] = "is out of the game"
		case slices.Contains(c.waited, seat):
			o.Why[seat] = "had no turn"
		}
	}
	return o
}

func (p *position) count(public rules.Observation) count {
	c := count{ender: p.ender, totals: map[int]int{}, waited: p.order()[min(p.turns, len(p.active)):]}
	for _, seat := range p.active {
		c.totals[seat] = total(public.Cards(p.hands[seat]))
	}
	return c
}

// A count is the totals of the seats in the game, and the seat that ended the hand.
type count struct {
	ender  int
	totals map[int]int // by seat
	waited []int       // seats that had no turn in the hand
}

// lowest returns the lowest total of the seats that did not end the hand.
func (c count) lowest() int {
	lowest := dealt * dearest
	for seat, total := range c.totals {
		if seat != c.ender {
			lowest = min(lowest, total)
		}
	}
	return lowest
}

// item returns the line on the score sheet of a seat.
func (c count) item(seat int) rules.Item {
	switch {
	case c.ender == rules.None:
		return rules.Item{What: "nobody ended the hand", Rule: "13"}
	case c.totals[c.ender] >= c.lowest():
		return c.wrong(seat)
	case seat == c.ender:
		return rules.Item{What: fmt.Sprintf("ended with %d, the lowest", c.totals[seat]), Rule: "10"}
	}
	return rules.Item{What: "cards left", Points: c.totals[seat], Rule: "10"}
}

// wrong returns the line of a seat after a wrong end.
func (c count) wrong(seat int) rules.Item {
	own, lowest := c.totals[seat], c.lowest()
	switch {
	case seat == c.ender && own == lowest:
		return rules.Item{What: fmt.Sprintf("ended with %d, which is a tie", own), Points: penalty, Rule: "11"}
	case seat == c.ender:
		return rules.Item{What: fmt.Sprintf("ended with %d, not the lowest", own), Points: penalty, Rule: "11"}
	case own == lowest && own == c.totals[c.ender]:
		return rules.Item{What: fmt.Sprintf("lowest with %d, a tie with", own), Rule: "11", Seats: []int{c.ender}}
	case own == lowest:
		return rules.Item{What: fmt.Sprintf("lowest with %d", own), Rule: "11"}
	}
	return rules.Item{What: "cards left", Points: own, Rule: "11"}
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
	return p.begin(p.settlement.Carry.Next)
}
