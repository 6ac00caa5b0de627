package fivethreefive

import (
	"fmt"
	"slices"
	"strconv"

	"fives/engine/card"
	"fives/engine/rules"
)

func (p *position) View(seat int, s rules.Observation) rules.View {
	v := rules.View{
		Hand:   p.number,
		Turn:   p.Status().Turn,
		Prompt: p.prompt(),
		Facts:  p.facts(),
		Notes:  rules.NoNotes(p.seats),
		Marks:  marks,
		Scores: slices.Clone(p.scores),

		Moments: p.moments(s),
	}
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

func (p *position) prompt() string {
	switch {
	case p.phase != playing:
		return ""
	case !p.trick.exists():
		return "lead one, two or three cards: a single, a set or a run"
	case len(p.trick.ranks) > longest:
		return "add to the trick, or pass"
	}
	return "overwrite the trick, add to it, or pass"
}

func (p *position) facts() []rules.Fact {
	facts := []rules.Fact{{Label: "ends at", Value: strconv.Itoa(p.options.end) + " points"}}
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
		z.Orders = rules.Orders(cards, rules.Sorting{Name: "by number", Compare: rules.ByRank.Compare})
	}
	return z
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

// moments returns the packet just taken up, and the last trick if it was cleared.
func (p *position) moments(s rules.Observation) []rules.Moment {
	list := p.gains.Moments(s)
	if !p.trick.exists() && p.cleared.exists() {
		list = append(list, rules.Moment{Seat: p.by, What: "clears the trick with", Cards: p.cleared.cards()})
	}
	return list
}
