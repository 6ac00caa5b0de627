package template

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// Keys is the state that the rule page adds.
func (p *position) Keys(names []string, _ rules.Observation) map[string]any {
	trick := map[string]card.Card{}
	for _, l := range p.trick {
		trick[names[l.seat]] = l.card
	}
	tricks := map[string]int{}
	for seat, n := range p.tricks {
		tricks[names[seat]] = n
	}
	return map[string]any{"starter": names[p.starter], "trick": trick, "tricks": tricks}
}

// View draws the table.
func (p *position) View(seat int, s rules.Observation) rules.View {
	v := rules.View{
		Hand:   p.hand,
		Turn:   p.Status().Turn,
		Facts:  []rules.Fact{{Label: "hand", Value: fmt.Sprintf("%d of %d", p.hand, p.options.Int(optionHands))}},
		Notes:  p.notes(),
		Scores: slices.Clone(p.scores),
	}
	if len(p.trick) == len(p.hands) { // it has been taken, and stays until the next lead
		won := leading(p.trick)
		v.Moments = []rules.Moment{{Seat: won.seat, What: "takes the trick with", Cards: []card.Card{won.card}, Points: 1}}
	}
	if p.phase == playing {
		v.Prompt = "Choose a card; the highest takes the trick."
		if only := p.Moves(seat, s); len(only) == 1 {
			v.Prompt = "You can only " + only[0] + "."
		}
		if len(p.trick)%len(p.hands) == 0 {
			v.Headline = "You lead"
		}
	}
	for owner := range p.hands {
		v.Zones = append(v.Zones, p.handZone(owner, seat, s))
	}
	v.Zones = append(v.Zones,
		rules.Zone{Kind: rules.StockZone, Label: "stock", Seat: rules.None, Count: len(p.stock)},
		p.trickZone())
	return v
}

// notes are the tricks that each seat has taken.
func (p *position) notes() [][]string {
	notes := rules.NoNotes(len(p.hands))
	for seat, n := range p.tricks {
		switch {
		case n == 1:
			notes[seat] = append(notes[seat], "1 trick")
		case n > 1:
			notes[seat] = append(notes[seat], fmt.Sprintf("%d tricks", n))
		}
	}
	return notes
}

func (p *position) handZone(owner, onlooker int, s rules.Observation) rules.Zone {
	z := rules.Zone{Kind: rules.HandZone, Label: "hand", Seat: owner, Count: len(p.hands[owner])}
	if z.Count == 0 {
		return z
	}
	cards := s.Cards(p.hands[owner])
	z.Groups = []rules.Group{{Seat: owner, Cards: cards}}
	if owner == onlooker {
		z.Orders = rules.Orders(cards, rules.ByRank, rules.BySuit)
	}
	return z
}

func (p *position) trickZone() rules.Zone {
	z := rules.Zone{Kind: rules.TrickZone, Label: "trick", Seat: rules.None, Count: len(p.trick)}
	for _, l := range p.trick {
		z.Groups = append(z.Groups, rules.Group{Seat: l.seat, Cards: []card.Card{l.card}})
	}
	return z
}
