package fivethreefive

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fives/engine/card"
	"fives/engine/rules"
)

func (p *position) View(seat int, s rules.Observation) rules.View {
	v := rules.View{
		Hand:   p.number,
		Turn:   p.Status().Turn,
		Facts:  p.facts(),
		Notes:  rules.NoNotes(p.seats),
		Marks:  marks,
		Scores: slices.Clone(p.scores),
	}
	p.moments(&v, s)
	p.words(&v, seat, s)
	for _, seat := range p.passed {
		v.Notes[seat] = append(v.Notes[seat], "passed")
	}
	for holder := range p.seats {
		v.Zones = append(v.Zones, p.handZone(holder, seat, s))
	}
	for holder, slots := range p.packets {
		if len(slots) > 0 {
			v.Zones = append(v.Zones, packetZone(holder, slots, s))
		}
	}
	v.Zones = append(v.Zones, p.trickZone(), rules.Zone{
		Kind: rules.AsideZone, Label: "set aside", Seat: rules.None, Count: aside(p.seats),
	})
	return v
}

// marks are the marks of the deck (RULES 15).
var marks = []rules.Mark{rules.Marked("!", "clears the trick", plain(numbers), func(c card.Card) bool { return c.Rank == eight })}

// words sets what lies there, and what goes on it. A seat to act that has one move only is
// told so, because it would look for another.
func (p *position) words(v *rules.View, seat int, s rules.Observation) {
	switch {
	case p.phase != playing:
	case !p.trick.exists():
		v.Headline, v.Prompt = "You lead", "Choose one, two or three cards: alike, or numbers in a row."
		if !p.cleared.exists() { // for the first trick, what the hand is for
			v.Prompt = "Get rid of all cards first: lead one to three, alike or in a row."
		}
	default:
		v.Headline, v.Prompt = p.trick.lies(), p.covering()
	}
	switch only := p.Moves(seat, s); {
	case len(only) != 1:
	case only[0] == pass:
		v.Prompt = "None of your cards goes on it: you can only pass."
	default:
		v.Prompt = "You can only " + only[0] + "."
	}
}

// lies says which meld is the trick.
func (m meld) lies() string {
	switch m.kind {
	case run:
		return fmt.Sprintf("A run, %d to %d", int(m.low()), int(m.ranks[len(m.ranks)-1]))
	case set:
		return fmt.Sprintf("A set of %d, all %ds", len(m.ranks), int(m.low()))
	}
	return fmt.Sprintf("A single %d", int(m.low()))
}

// covering says what goes on the trick.
func (p *position) covering() string {
	t := p.trick
	var more []string
	if t.kind != run {
		more = append(more, strconv.Itoa(int(t.low())))
	}
	if t.kind != set {
		for _, r := range []card.Rank{t.low() - 1, t.ranks[len(t.ranks)-1] + 1} {
			if slices.Contains(numbers, r) {
				more = append(more, strconv.Itoa(int(r)))
			}
		}
	}
	adds := strings.Join(more, " or ") + " adds to it"
	larger := ""
	if p.options.big && len(t.ranks) < longest {
		larger = " or a larger meld"
	}
	switch {
	case len(t.ranks) > longest && len(more) == 0:
		return "Nothing goes on it: pass."
	case len(t.ranks) > longest:
		return "Only " + adds + "; or pass."
	case t.kind == run && len(more) == 0:
		return fmt.Sprintf("A lower run of %d%s covers it; or pass.", len(t.ranks), larger)
	case t.kind == run:
		return fmt.Sprintf("A lower run of %d%s covers it, %s; or pass.", len(t.ranks), larger, adds)
	case t.kind == set:
		return fmt.Sprintf("A higher set of %d%s covers it, %s; or pass.", len(t.ranks), larger, adds)
	}
	return fmt.Sprintf("A higher card%s covers it, %s; or pass.", larger, adds)
}

func (p *position) facts() []rules.Fact {
	facts := []rules.Fact{{Label: "ends at", Value: strconv.Itoa(p.options.end) + " points", Fixed: true}}
	if p.trick.exists() {
		facts = append(facts, rules.Fact{Label: "trick", Value: p.trick.what()})
	}
	return facts
}

// what names the kind of a trick, and its number of cards if there are several.
func (m meld) what() string {
	if len(m.ranks) == 1 {
		return fmt.Sprint(m.kind)
	}
	return fmt.Sprintf("%s of %d", m.kind, len(m.ranks))
}

func (p *position) handZone(holder, viewer int, s rules.Observation) rules.Zone {
	slots := p.hands[holder]
	z := rules.Zone{Kind: rules.HandZone, Label: "hand", Seat: holder, Count: len(slots)}
	if len(slots) == 0 {
		return z
	}
	cards := s.Cards(slots)
	z.Groups = []rules.Group{{Seat: holder, Cards: cards}}
	if holder == viewer {
		z.Orders = append(rules.Orders(cards, rules.Sorting{Name: "by number", Compare: rules.ByRank.Compare}), together(cards))
	}
	return z
}

// together lays the cards of a hand together that can be played together: runs, as long as they
// go and the low ones first, because a low run beats most; then sets; then what is left.
func together(cards []card.Card) rules.Order {
	o := rules.Order{Name: "by meld"}
	n := count(cards)
	take := func(r card.Rank) {
		for i, c := range cards {
			if c.Rank == r && !slices.Contains(o.Index, i) {
				o.Index = append(o.Index, i)
				n[r]--
				return
			}
		}
	}
	for _, r := range numbers {
		long := 0
		for n[int(r)+long] > 0 {
			long++
		}
		if long < longest {
			continue
		}
		for k := range long {
			take(r + card.Rank(k))
		}
		o.Breaks = append(o.Breaks, len(o.Index))
	}
	for _, set := range []bool{true, false} {
		for _, r := range numbers {
			if k := n[r]; k > 0 && k > 1 == set {
				for range k {
					take(r)
				}
				if set {
					o.Breaks = append(o.Breaks, len(o.Index))
				}
			}
		}
	}
	return o
}

// packetZone draws a second packet. It stays face down until the end of the hand, even for
// its owner.
func packetZone(holder int, slots []rules.Slot, s rules.Observation) rules.Zone {
	return rules.Zone{
		Kind: rules.AsideZone, Label: "second packet", Seat: holder, Count: len(slots),
		Groups: []rules.Group{{Seat: holder, Cards: s.Cards(slots)}},
	}
}

// trickZone returns the trick, or the last one until the next lead.
func (p *position) trickZone() rules.Zone {
	z := rules.Zone{Kind: rules.TrickZone, Label: "trick", Seat: rules.None}
	trick := p.trick
	if !trick.exists() && p.cleared.exists() {
		z.Label, trick = "last trick", p.cleared
	}
	if trick.exists() {
		z.Count = len(trick.ranks)
		z.Groups = []rules.Group{{Seat: p.by, Cards: trick.cards()}}
	}
	return z
}

// moments sets the packet just taken up, and how the last trick was cleared.
func (p *position) moments(v *rules.View, s rules.Observation) {
	v.Moments = p.gains.Moments(s)
	if !p.cleared.exists() {
		return
	}
	v.Taken = &rules.Moment{Seat: p.taker, What: "clears the trick with", Cards: p.cleared.cards(), Moves: p.since}
	if !p.trick.exists() {
		v.Moments = append(v.Moments, *v.Taken)
	}
}
