package draw

import (
	"fmt"
	"slices"
	"strings"

	"fives/cli/layout"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
)

// zones draws what lies on the table: everything but hands.
func (p *page) zones() {
	var lines []string
	label := p.labelWidth()
	for _, z := range p.t.View.Zones {
		if z.Kind != rules.HandZone {
			lines = append(lines, p.zone(z, label)...)
		}
	}
	p.block(lines...)
}

func (p *page) labelWidth() int {
	n := 0
	for _, z := range p.t.View.Zones {
		if z.Kind != rules.HandZone {
			n = max(n, layout.Width(p.label(z)))
		}
	}
	return n
}

func (p *page) label(z rules.Zone) string {
	return shown.ZoneLabel(z, p.t.Seat, func(seat int) string { return layout.Fit(p.name(seat), longestName) })
}

// zone draws one zone: its label, its count, its cards.
func (p *page) zone(z rules.Zone, label int) []string {
	first := indent + layout.Pad(p.label(z), label) + indent + layout.Pad(fmt.Sprintf("%3d", z.Count), 3) + indent
	next := strings.Repeat(" ", layout.Width(first))
	body := p.body(z, p.room(layout.Width(first)))
	if len(body) == 0 {
		return []string{first}
	}
	for i := range body {
		if i == 0 {
			body[i] = first + body[i]
		} else {
			body[i] = next + body[i]
		}
	}
	return body
}

func (p *page) body(z rules.Zone, room int) []string {
	if z.Marks != nil {
		other := *p
		other.s.Marks = z.Marks
		z.Marks, p = nil, &other
	}
	switch z.Kind {
	case rules.PileZone:
		return p.pile(z, room)
	case rules.TrickZone:
		return layout.Fill(p.groups(z, true), indent+indent, room)
	case rules.MeldZone:
		return layout.Fill(p.groups(z, false), p.s.Pick(" │ ", " | "), room)
	}
	var words []string
	for _, g := range z.Groups {
		if slices.ContainsFunc(g.Cards, card.Card.Known) {
			words = append(words, p.s.Group(g)...)
		}
	}
	return layout.Fill(words, " ", room)
}

// deepest is how many cards below the top of a pile are drawn. In a game without hands all of
// them are, because all matter.
const deepest = 8

// pile draws the top card strongly and, to its right, those below it.
func (p *page) pile(z rules.Zone, room int) []string {
	cards := shown.Cards(z)
	if len(cards) == 0 {
		return nil
	}
	slices.Reverse(cards)
	line, hands := "["+p.s.Card(cards[0])+"]", !shown.Handless(p.t)
	for i, c := range cards[1:] {
		if hands && i == deepest || layout.Width(line)+6 > room {
			return []string{line + " " + p.s.Pick("…", "...")}
		}
		line += " " + p.s.Card(c)
	}
	return []string{line}
}

// groups draws each group in one piece, with the name of whoever played it.
func (p *page) groups(z rules.Zone, names bool) []string {
	var words []string
	for _, g := range z.Groups {
		cards := strings.Join(p.s.Group(g), " ")
		if names && g.Seat >= 0 {
			cards = layout.Fit(p.name(g.Seat), longestName) + " " + cards
		}
		words = append(words, cards)
	}
	return words
}

// hand draws the player's own cards.
func (p *page) hand() {
	z, ok := shown.HandOf(p.t, p.t.Seat)
	if !ok || p.t.Seat < 0 || len(z.Groups) == 0 {
		return
	}
	cards, order, breaks := p.sortHand(z)
	title := "your hand"
	if order != "" {
		title += " (" + order + ")"
	}
	lines := []string{indent + p.s.Weak(title)}
	words := p.s.cards(cards)
	for _, at := range breaks {
		words[at] = p.s.Weak(p.s.Pick("│", "|")) + indent + words[at]
	}
	for _, l := range layout.Fill(words, indent, p.room(4)) {
		lines = append(lines, indent+indent+l)
	}
	p.block(lines...)
}

// sortHand puts a hand into the order that the player wants.
func (p *page) sortHand(z rules.Zone) (cards []card.Card, order string, breaks []int) {
	cards = z.Groups[0].Cards
	o := shown.Order(z.Orders, len(cards), func(o rules.Order) bool { return p.sort != "" && strings.Contains(o.Name, string(p.sort)) })
	sorted := make([]card.Card, len(cards))
	for i, at := range o.Index {
		sorted[i] = cards[at]
	}
	return sorted, o.Name, o.Breaks
}
