package five

import (
	"fmt"
	"slices"
	"strconv"

	"fives/engine/rules"
)

// Keys returns the state keys of the rule page.
func (p *position) Keys(names []string, s rules.Observation) map[string]any {
	return map[string]any{
		"discard": s.Cards(p.pile),
		"starter": names[p.starter],
	}
}

// View draws the table.
func (p *position) View(seat int, s rules.Observation) rules.View {
	v := rules.View{
		Hand:   p.hand,
		Turn:   p.Status().Turn,
		Prompt: p.prompt(seat, s),
		Facts:  p.facts(),
		Notes:  p.notes(),
		Scores: slices.Clone(p.scores),

		Moments: p.gains.Moments(s),
	}
	if p.phase == playing && seat == p.turn && s.Knows(p.hands[seat]) {
		v.Ends = map[string]int{wordEnd: total(s.Cards(p.hands[seat]))}
	}
	for owner := range p.hands {
		v.Zones = append(v.Zones, p.handZone(owner, seat, s))
	}
	v.Zones = append(v.Zones,
		rules.Zone{Kind: rules.StockZone, Label: "stock", Seat: rules.None, Count: len(p.stock), Play: wordDraw},
		p.pileZone(s))
	return v
}

// prompt says what ending may cost, because that is too late to read in the result. It has the
// total too, for the seat to act.
func (p *position) prompt(seat int, s rules.Observation) string {
	with := ""
	switch {
	case p.phase != playing:
		return ""
	case seat == p.turn && s.Knows(p.hands[seat]):
		with = fmt.Sprintf(" with %d", total(s.Cards(p.hands[seat])))
	}
	return fmt.Sprintf("Drop cards of one rank, or end%s: costs %d if not lowest.", with, penalty)
}

func (p *position) facts() []rules.Fact {
	facts := []rules.Fact{{Label: "out at", Value: strconv.Itoa(p.options.Int(limit)), Fixed: true}}
	if p.phase != over {
		facts = append(facts, rules.LapsLeft("void in", p.lap(), p.options.Int(lapCap))...)
	}
	return facts
}

// lap returns the number of the running lap, from 1.
func (p *position) lap() int { return (max(p.turns, 1)-1)/p.players() + 1 }

// notes say who is out, and in the first lap who goes first; later that matters to nobody.
func (p *position) notes() [][]string {
	notes := rules.NoNotes(len(p.hands))
	for seat := range notes {
		switch {
		case !slices.Contains(p.active, seat):
			notes[seat] = append(notes[seat], "out of the game")
		case seat == p.starter && p.lap() == 1:
			notes[seat] = append(notes[seat], "begins")
		}
	}
	return notes
}

// players counts the seats that were dealt this hand; at its end some of them may be out.
func (p *position) players() int {
	n := 0
	for _, hand := range p.hands {
		if len(hand) > 0 {
			n++
		}
	}
	return max(n, 1)
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

func (p *position) pileZone(s rules.Observation) rules.Zone {
	z := rules.Zone{Kind: rules.PileZone, Label: "discard pile", Seat: rules.None, Count: len(p.pile), Play: wordTake}
	if z.Count > 0 {
		z.Groups = []rules.Group{{Seat: rules.None, Cards: s.Cards(p.pile)}}
	}
	return z
}
