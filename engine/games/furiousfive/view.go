package furiousfive

import (
	"fmt"
	"slices"
	"strings"

	"fives/engine/card"
	"fives/engine/rules"
)

// Keys returns the state keys of the rule page.
func (p *position) Keys(names []string, s rules.Observation) map[string]any {
	table := make([][]card.Card, len(p.table))
	for i, c := range p.table {
		table[i] = s.Cards(c.slots)
	}
	return map[string]any{
		"table":     table,
		"graveyard": s.Cards(p.grave),
		"starter":   names[p.starter],
	}
}

// View draws the table.
func (p *position) View(seat int, s rules.Observation) rules.View {
	st := p.Status()
	v := rules.View{Hand: p.hand, Turn: st.Turn, Scores: st.Scores, Facts: p.facts(), Notes: p.notes(), Moments: p.gains.Moments(s)}
	p.words(&v, seat, s)
	for i := range p.hands {
		v.Zones = append(v.Zones, p.handZone(i, seat, s))
	}
	v.Zones = append(v.Zones,
		rules.Zone{Kind: rules.StockZone, Label: "stock", Seat: rules.None, Count: len(p.stock), Play: "draw"},
		tableZone(p.table, s))
	if len(p.dropped) > 0 {
		v.Zones = append(v.Zones, dropZone("just dropped", p.dropped, s))
	}
	v.Zones = append(v.Zones, pileZone("graveyard", s.Cards(p.grave)))
	return v
}

func (p *position) facts() []rules.Fact {
	rounds := fmt.Sprint(p.hand)
	if n := p.options.Int("rounds"); n > 0 {
		rounds = fmt.Sprintf("%d of %d", p.hand, n)
	}
	facts := append([]rules.Fact{{Label: "hand", Value: rounds}}, rules.LapsLeft("void in", p.lap(), p.options.Int("lap-cap"))...)
	if n := p.options.Int("target"); n > 0 {
		facts = append(facts, rules.Fact{Label: "target", Value: fmt.Sprint(n), Fixed: true})
	}
	return facts
}

// notes say in the first lap who goes first; later that matters to nobody.
func (p *position) notes() [][]string {
	notes := rules.NoNotes(p.seats)
	if p.turns < p.seats {
		notes[p.starter] = append(notes[p.starter], "begins")
	}
	return notes
}

// lap returns the number of the running lap or, at the end of the hand, of the last one.
func (p *position) lap() int { return min(p.turns/p.seats+1, p.options.Int("lap-cap")) }

// words sets what the seat to act may do. Only its own view says how many points it holds, which is
// how far it is from a call, and whether it may call.
func (p *position) words(v *rules.View, seat int, s rules.Observation) {
	if p.phase != acting {
		return
	}
	v.Prompt = "Choose a set or a straight to drop; if there is none, one card."
	if seat != p.turn || !s.Knows(p.hands[seat]) {
		return
	}
	sum := total(s.Cards(p.hands[seat]))
	v.Prompt = fmt.Sprintf("You hold %s: choose a set or a straight to drop.", rules.Points(sum))
	if len(p.aces.combinations(s.Cards(p.hands[seat]))) == 0 {
		v.Prompt = fmt.Sprintf("You hold %d, no set and no straight: choose one card to drop.", sum)
	}
	if p.turns < p.seats { // in the first turn, what the hand is for
		v.Prompt = fmt.Sprintf("You hold %d; with %d or less you may call. ", sum, p.options.Int("call-max")) + map[bool]string{true: "Drop one card.", false: "Drop a set or a straight."}[len(p.aces.combinations(s.Cards(p.hands[seat]))) == 0]
	}
	if only := p.Moves(seat, s); len(only) == 1 {
		v.Prompt = fmt.Sprintf("You hold %d, and can only %s.", sum, strings.Replace(only[0], " draw", " and draw", 1))
	}
	if sum <= p.options.Int("call-max") {
		v.Headline, v.Ends = "You may call", map[string]int{"call": sum}
		v.Prompt = fmt.Sprintf("Call with %d (you pay if not lowest), or drop cards and draw.", sum)
	}
}

func (p *position) handZone(owner, onlooker int, s rules.Observation) rules.Zone {
	cards := s.Cards(p.hands[owner])
	z := rules.Zone{Kind: rules.HandZone, Label: "hand", Seat: owner, Count: len(cards)}
	if slices.ContainsFunc(cards, card.Card.Known) {
		z.Groups = []rules.Group{{Seat: owner, Cards: cards}}
	}
	if owner == onlooker {
		z.Orders = rules.Orders(cards, rules.ByRank)
		if s.Knows(p.hands[owner]) {
			z.Orders = append(z.Orders, p.together(cards, z.Orders[1].Index))
		}
	}
	return z
}

// together lays the cards of a hand together that can be dropped together: the combinations with
// the most points that one turn can drop, and then what is left, by rank as byRank has it.
func (p *position) together(cards []card.Card, byRank []int) rules.Order {
	best, most := []pick(nil), 0
	for _, d := range p.drops(cards) {
		sum := 0
		for _, k := range d {
			if group := k.of(cards); len(group) > 1 {
				sum += total(group)
			}
		}
		if sum > most {
			best, most = d, sum
		}
	}
	o := rules.Order{Name: "by drop"}
	for _, k := range best {
		var places []int
		for i := range cards {
			if k&(1<<i) != 0 {
				places = append(places, i)
			}
		}
		for _, at := range p.aces.arranged(k.of(cards)) {
			o.Index = append(o.Index, places[at])
		}
		o.Breaks = append(o.Breaks, len(o.Index))
	}
	for _, i := range byRank {
		if !slices.Contains(o.Index, i) {
			o.Index = append(o.Index, i)
		}
	}
	return o
}

// tableZone returns the table drop.
func tableZone(table []combination, s rules.Observation) rules.Zone {
	z := dropZone("table drop", table, s)
	z.Play = "take"
	return z
}

func dropZone(label string, table []combination, s rules.Observation) rules.Zone {
	z := rules.Zone{Kind: rules.MeldZone, Label: label, Seat: rules.None, Count: len(onTable(table))}
	for _, c := range table {
		z.Groups = append(z.Groups, rules.Group{Seat: rules.None, Cards: s.Cards(c.slots)})
	}
	return z
}

func pileZone(label string, cards []card.Card) rules.Zone {
	z := rules.Zone{Kind: rules.PileZone, Label: label, Seat: rules.None, Count: len(cards)}
	if len(cards) > 0 {
		z.Groups = []rules.Group{{Seat: rules.None, Cards: cards}}
	}
	return z
}
