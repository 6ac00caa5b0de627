package fivecrowns

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// points returns the cost of a card while a rank is wild (RULES §1.3).
func points(c card.Card, wild card.Rank) int {
	switch c.Rank {
	case card.Joker:
		return 50
	case wild:
		return 20
	}
	return int(c.Rank)
}

func total(cards []card.Card, wild card.Rank) int {
	sum := 0
	for _, c := range cards {
		sum += points(c, wild)
	}
	return sum
}

// lowestSeats lists the seats with the lowest total, the winners of a game.
func lowestSeats(scores []int) []int {
	var seats []int
	for s, n := range scores {
		if n == slices.Min(scores) {
			seats = append(seats, s)
		}
	}
	return seats
}

// finish goes on to the showing, or to the count if nothing is hidden.
func (p *position) finish(public rules.Observation) {
	p.unshown = public.Hidden(slices.Concat(p.hands...))
	if len(p.unshown) > 0 {
		p.phase = showing
		return
	}
	p.settle(public)
}

// settle counts the hand (§6).
func (p *position) settle(public rules.Observation) {
	p.phase = settled
	p.items = make([][]rules.Item, p.seats)
	p.scores = slices.Clone(p.scores)
	for s, hand := range p.hands {
		p.items[s] = append(laidItems(p.laid[s], s == p.out), leftItems(public.Cards(hand), p.wild())...)
		p.scores[s] += rules.Sum(p.items[s])
	}
}

// laidItems returns the lines of melds, which cost nothing (§5).
func laidItems(melds [][]card.Card, out bool) []rules.Item {
	what, rule := "laid", "5.3"
	if out {
		what, rule = "went out with", "5.1"
	}
	var items []rules.Item
	for _, m := range melds {
		items = append(items, rules.Item{What: what, Cards: m, Rule: rule})
	}
	return items
}

// leftItems returns the lines of the cards that a seat is left with (§1.3, §6.1): ordinary
// cards, wild cards, jokers.
func leftItems(cards []card.Card, wild card.Rank) []rules.Item {
	if len(cards) == 0 {
		return []rules.Item{{What: "no card left", Rule: "6.1"}}
	}
	kinds := []rules.Item{{What: "cards left"}, {What: "wild cards left, 20 each"}, {What: "jokers left, 50 each"}}
	for _, c := range cards {
		kind := 0
		switch c.Rank {
		case card.Joker:
			kind = 2
		case wild:
			kind = 1
		}
		kinds[kind].Cards = append(kinds[kind].Cards, c)
		kinds[kind].Points += points(c, wild)
		kinds[kind].Rule = "1.3"
	}
	return slices.DeleteFunc(kinds, func(i rules.Item) bool { return len(i.Cards) == 0 })
}

func (p *position) settlement() rules.Settlement {
	return rules.Settlement{
		Hand: p.hand, Hands: rules.CopyHands(p.hands), Laid: p.copyLaid(),
		Items: slices.Clone(p.items), Ending: p.ending(), Marks: marks(p.wild()), Scores: slices.Clone(p.scores),
		Carry: rules.Carry{Hands: p.hand, Scores: slices.Clone(p.scores), Next: (p.dealer + 1) % p.seats},
	}
}

// ending says how the hand ended.
func (p *position) ending() rules.Ending {
	o := rules.Ending{What: "Nobody went out", Why: make([]string, p.seats)}
	for s, laid := range p.laid {
		if len(laid) > 0 {
			o.Why[s] = "laid " + countMelds(len(laid))
		}
	}
	if p.out != rules.None {
		o.What, o.Seats, o.Why[p.out] = "went out first", []int{p.out}, "went out"
	}
	return o
}

func (p *position) copyLaid() [][][]card.Card {
	copied := make([][][]card.Card, p.seats)
	for s, melds := range p.laid {
		copied[s] = [][]card.Card{}
		for _, m := range melds {
			copied[s] = append(copied[s], slices.Clone(m))
		}
	}
	return copied
}
