package fivecrowns

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// Keys returns the state keys of the rule page.
func (p *position) Keys(names []string, s rules.Observation) map[string]any {
	keys := map[string]any{
		"wild":    p.wild().String(),
		"dealer":  names[p.dealer],
		"phase":   p.phaseKey(),
		"discard": s.Cards(p.pile),
		"out":     nil,
		"last":    p.last,
	}
	if p.out != rules.None {
		keys["out"] = names[p.out]
	}
	laid := map[string][][]card.Card{}
	for seat, melds := range p.copyLaid() {
		laid[names[seat]] = melds
	}
	keys["laid"] = laid
	return keys
}

func (p *position) phaseKey() any {
	switch {
	case p.finished():
		return nil
	case p.phase == discarding:
		return "discard"
	}
	return "draw"
}

// View draws the table. Everybody sees the cards that a hand took from the discard
// pile.
func (p *position) View(seat int, s rules.Observation) rules.View {
	st := p.Status()
	v := rules.View{Hand: p.hand, Turn: st.Turn, Scores: st.Scores, Facts: p.facts(), Notes: p.notes(), Marks: marks(p.wild()), Moments: p.gains.Moments(s)}
	p.words(&v, seat, s)
	for owner := range p.hands {
		v.Zones = append(v.Zones, p.handZone(owner, seat, s))
	}
	v.Zones = append(v.Zones,
		rules.Zone{Kind: rules.StockZone, Label: "stock", Seat: rules.None, Count: len(p.stock), Play: "draw"},
		p.pileZone(s))
	for owner, melds := range p.copyLaid() {
		if len(melds) > 0 {
			v.Zones = append(v.Zones, meldZone(owner, melds, p.wild()))
		}
	}
	return v
}

func (p *position) facts() []rules.Fact {
	facts := []rules.Fact{
		{Label: "hand", Value: fmt.Sprintf("%d of %d", p.hand, p.length)},
		{Label: "wild", Value: p.wild().String() + " and jokers"},
	}
	if p.last {
		return append(facts, rules.Fact{Label: "last turns", Value: fmt.Sprintf("%d to come", p.owing)})
	}
	return append(facts, rules.LapsLeft("last turns in", p.turns/p.seats+1, p.lapCap)...)
}

func (p *position) notes() [][]string {
	notes := rules.NoNotes(p.seats)
	notes[p.dealer] = append(notes[p.dealer], "dealer")
	if p.out != rules.None {
		notes[p.out] = append(notes[p.out], "went out")
	}
	return notes
}

// words sets what the seat to act may do. Only its own view knows what its cards are good for.
func (p *position) words(v *rules.View, seat int, s rules.Observation) {
	if p.last && (p.phase == choosing || p.phase == discarding) {
		v.Headline = "Your last turn"
	}
	switch {
	case p.phase == choosing:
		v.Prompt = fmt.Sprintf("Draw a card, or take %s.", s.Of(p.pile[len(p.pile)-1]))
		if p.turns < p.seats { // in the first turn, what the hand is for
			v.Prompt = "All but one in melds, and you may go out. " + v.Prompt
		}
	case p.phase != discarding:
	case seat == p.seat && s.Knows(p.hands[seat]):
		p.wordsOf(v, s.Cards(p.hands[seat]))
	case p.last:
		v.Prompt = "Lay melds, and discard one card."
	default:
		v.Prompt = "Discard one card."
	}
}

// wordsOf sets what can be done with a hand: the move that leaves the fewest points, if melds may
// be laid.
func (p *position) wordsOf(v *rules.View, hand []card.Card) {
	solved := solve(hand, p.wild())
	var best sentence
	left := total(hand, p.wild())
	for _, c := range looks(hand) {
		if n := solved.after(c).points; n < left {
			if s := p.laying(solved, c); s.verb != "discard" {
				best, left = s, n
			}
		}
	}
	switch v.Prompt = "Discard one card."; {
	case best.verb == "out":
		v.Headline = "You can go out"
		fallthrough
	case best.verb == "lay":
		v.Offer, v.Prompt = best.write(), fmt.Sprintf("%s to lay, and %s to discard.", countMelds(len(best.melds)), best.discard)
	case p.last:
		v.Prompt = "You have no meld to lay: discard one card."
	}
}

func (p *position) handZone(owner, onlooker int, s rules.Observation) rules.Zone {
	cards := s.Cards(p.hands[owner])
	z := cardZone(rules.HandZone, "hand", nil)
	z.Seat, z.Count = owner, len(cards)
	if slices.ContainsFunc(cards, card.Card.Known) {
		z.Groups = []rules.Group{{Seat: owner, Cards: cards}}
	}
	if owner == onlooker && s.Knows(p.hands[owner]) {
		z.Orders = orders(cards, p.wild())
	}
	return z
}

// orders sorts a player's own hand; "by meld" has the melds that the solver finds, with the
// remaining cards last.
func orders(cards []card.Card, wild card.Rank) []rules.Order {
	a := solve(cards, wild).whole()
	slices.SortFunc(a.left, byRank)
	melded := slices.Concat(a.melds...)
	var breaks []int
	for i := range a.melds {
		breaks = append(breaks, len(slices.Concat(a.melds[:i+1]...)))
	}
	return []rules.Order{
		{Name: "as received", Index: following(cards, cards)},
		{Name: "by rank", Index: following(cards, slices.SortedFunc(slices.Values(cards), byRank))},
		{Name: "by suit", Index: following(cards, slices.SortedFunc(slices.Values(cards), bySuit))},
		{Name: "by meld", Index: following(cards, append(melded, a.left...)), Breaks: breaks},
	}
}

// following returns the places of the sorted cards in the hand as received.
func following(cards, sorted []card.Card) []int {
	index := make([]int, 0, len(cards))
	for _, c := range sorted {
		for i, d := range cards {
			if c == d && !slices.Contains(index, i) {
				index = append(index, i)
				break
			}
		}
	}
	return index
}

// pileZone returns the discard pile, which serves for both taking and discarding.
func (p *position) pileZone(s rules.Observation) rules.Zone {
	z := cardZone(rules.PileZone, "discard pile", s.Cards(p.pile))
	if z.Play = "take"; p.phase == discarding {
		z.Play = "discard"
	}
	return z
}

func cardZone(kind rules.ZoneKind, label string, cards []card.Card) rules.Zone {
	z := rules.Zone{Kind: kind, Label: label, Seat: rules.None, Count: len(cards)}
	if len(cards) > 0 {
		z.Groups = []rules.Group{{Seat: rules.None, Cards: cards}}
	}
	return z
}

func meldZone(owner int, melds [][]card.Card, wild card.Rank) rules.Zone {
	z := rules.Zone{Kind: rules.MeldZone, Label: "melds", Seat: owner}
	for _, m := range melds {
		z.Count += len(m)
		z.Groups = append(z.Groups, rules.Group{Seat: owner, Cards: m, For: standFor(m, wild)})
	}
	return z
}

// View draws the solitaire; everything in it is public.
func (p *solitaire) View(int, rules.Observation) rules.View {
	st := p.Status()
	v := rules.View{Hand: 1, Turn: st.Turn, Scores: st.Scores, Facts: p.facts(), Marks: []rules.Mark{jokers}}
	if p.phase == discarding {
		v.Headline = fmt.Sprintf("%d of %d piles are closed", len(p.closed), hands)
		v.Prompt = fmt.Sprintf("Place %s on an open pile, and discard one card of that pile.", p.card)
	}
	var shown []card.Card
	if p.card.Known() {
		shown = []card.Card{p.card}
	}
	v.Zones = append(v.Zones,
		rules.Zone{Kind: rules.StockZone, Label: "stock", Seat: rules.None, Count: len(p.stock)},
		cardZone(rules.AsideZone, "card to place", shown))
	for i, pile := range p.piles {
		n := int(lowest) + i
		z := cardZone(rules.PileZone, fmt.Sprintf("pile %d", n), slices.Clone(pile))
		z.Marks, z.Play = marks(card.Rank(n)), fmt.Sprintf("place %d", n)
		if slices.Contains(p.closed, n) {
			z.Label += " (closed)"
		}
		v.Zones = append(v.Zones, z)
	}
	return v
}

func (p *solitaire) facts() []rules.Fact {
	return []rules.Fact{
		{Label: "wild", Value: "in each pile its own number (11 J, 12 Q, 13 K) and jokers"},
		{Label: "closed", Value: fmt.Sprintf("%d of %d", len(p.closed), hands)},
	}
}
