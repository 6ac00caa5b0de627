package draw

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fives/cli/words"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/control"
)

const longestName = 20

// seats lists the players: whose turn it is, what they hold, their totals, and
// whether they are there.
func (p *page) seats() {
	var rows [][]string
	for i, s := range p.t.Seats {
		rows = append(rows, []string{p.marker(i), p.player(s), p.holds(i), p.total(i), p.presence(s)})
	}
	p.block(p.columns(rows)...)
}

// columns sets rows in columns two spaces apart; the fourth, of numbers, to
// the right.
func (p *page) columns(rows [][]string) []string {
	var widths [5]int
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], Width(cell))
		}
	}
	var lines []string
	for _, r := range rows {
		var cells []string
		for i, cell := range r {
			switch {
			case widths[i] == 0:
				continue
			case i == 3:
				cell = strings.Repeat(" ", widths[i]-Width(cell)) + cell
			}
			cells = append(cells, Pad(cell, widths[i]))
		}
		lines = append(lines, strings.Join(cells, indent))
	}
	return lines
}

func (p *page) marker(seat int) string {
	if p.t.View != nil && p.t.View.Turn == seat && p.t.Phase == control.PhasePlaying {
		return p.s.Strong(p.s.Pick("▸", ">"))
	}
	return " "
}

func (p *page) player(s control.Seat) string {
	name := fittedName(s.Name)
	switch {
	case s.You:
		name = p.s.Strong(name) + " (you)"
	case s.Bot != "":
		name += p.s.Weak(" (" + words.Bot(Fit(s.Bot, longestName)) + ")")
	}
	return name
}

// holds says how many cards a seat has, and shows those of others that are seen.
func (p *page) holds(seat int) string {
	if p.t.View == nil {
		return ""
	}
	for _, z := range p.zonesOf(rules.HandZone) {
		if z.Seat != seat {
			continue
		}
		text := words.Count(z.Count, "card")
		if notes := p.t.View.Notes; seat < len(notes) && len(notes[seat]) > 0 {
			text += " (" + strings.Join(notes[seat], ", ") + ")"
		}
		if seen := p.seen(z); seat != p.t.You && seen != "" {
			text += ": " + seen
		}
		return text
	}
	return ""
}

// seen draws a hand of which at least one card is known.
func (p *page) seen(z rules.Zone) string {
	var cards []card.Card
	for _, g := range z.Groups {
		cards = append(cards, g.Cards...)
	}
	if !slices.ContainsFunc(cards, card.Card.Known) {
		return ""
	}
	return strings.Join(p.s.cards(cards), " ")
}

func (p *page) total(seat int) string {
	if p.t.View == nil || seat >= len(p.t.View.Scores) {
		return ""
	}
	return fmt.Sprint(p.t.View.Scores[seat])
}

// Now is the clock of the absences; a test sets it.
var Now = time.Now

func (p *page) presence(s control.Seat) string {
	switch {
	case s.Warning != "" && s.Online && !s.Left:
		return p.s.Warning("not who you know?")
	case s.Left:
		return p.s.Warning("left")
	case !s.Online && p.t.Phase != control.PhaseOver:
		return p.s.Warning(words.Away(s.Away, Now()))
	case s.Owes && p.t.Turn == "" && p.t.Phase == control.PhasePlaying:
		return p.s.Weak("busy")
	}
	return ""
}
