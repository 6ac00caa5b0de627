package draw

import (
	"strings"
	"time"

	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

const longestName = 20

// fittedName is [say.Name] of a name cut to fit a column.
func fittedName(s string) string { return say.Name(layout.Fit(s, longestName)) }

// seats lists the players: whose turn it is, what they hold, their totals, and whether they are
// there.
func (p *page) seats() {
	var rows [][]string
	for _, s := range shown.Seats(p.t) {
		state := p.presence(s)
		if since := say.Since(s.Seat); since != "" {
			state = strings.TrimSpace(p.s.Weak(since) + indent + state)
		}
		rows = append(rows, []string{p.marker(s), p.player(s), p.holds(s), s.Total, state})
	}
	p.block(p.columns(rows)...)
}

// columns sets rows in columns two spaces apart; the fourth column has numbers, aligned to the
// right.
func (p *page) columns(rows [][]string) []string {
	var widths [5]int
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], layout.Width(cell))
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
				cell = strings.Repeat(" ", widths[i]-layout.Width(cell)) + cell
			}
			cells = append(cells, layout.Pad(cell, widths[i]))
		}
		lines = append(lines, strings.Join(cells, indent))
	}
	return lines
}

func (p *page) marker(s shown.Seat) string {
	if s.Turn {
		return p.s.Strong(p.s.Pick("▸", ">"))
	}
	return " "
}

func (p *page) player(s shown.Seat) string {
	name := fittedName(s.Name)
	switch {
	case s.You:
		name = p.s.Strong(name) + " (you)"
	case s.BotOf != "":
		name += p.s.Weak(" (" + say.Bot(layout.Fit(s.Name, longestName), layout.Fit(s.BotOf, longestName), s.Strength) + ")")
	}
	return name
}

// holds says how many cards a seat has, and shows the known cards of others.
func (p *page) holds(s shown.Seat) string {
	if !s.Hands {
		return ""
	}
	text := say.Count(s.Hand.Count, "card")
	if len(s.Notes) > 0 {
		text += " (" + strings.Join(s.Notes, ", ") + ")"
	}
	if len(s.Seen) > 0 {
		text += ": " + strings.Join(p.s.cards(s.Seen), " ")
	}
	return text
}

// Now is the clock that absences are measured by; a test sets it.
var Now = time.Now

func (p *page) presence(s shown.Seat) string {
	switch word := shown.AbsenceFor(p.t, s.Seat, Now()); {
	case word != "":
		return p.s.Warning(word)
	case s.Warning.Code != "" && !shown.Onward(p.t):
		return p.s.Warning("not who you know?")
	case s.Owes && p.t.Turn == "" && p.t.Phase == api.PhasePlaying:
		return p.s.Weak("busy")
	}
	return ""
}

// notes says what is wrong, whom the others play for, or will, and what the player has missed.
func (p *page) notes() {
	var lines []string
	for _, x := range p.stands.Notes {
		for _, l := range layout.Wrap(Says(p.s, say.Full(x.Says)), p.room(0)) {
			if x.Tone == shown.Bad {
				l = p.s.Warning(l)
			}
			lines = append(lines, l)
		}
	}
	p.block(lines...)
}

// handovers says who would take which seat, first those that wait for the player's word.
func (p *page) handovers() {
	var lines []string
	for _, h := range shown.Handovers(p.t) {
		for _, l := range layout.Wrap(say.Sentence(say.Handover(h, p.t.Me())), p.room(0)) {
			if h.Yours {
				l = p.s.Strong(l)
			}
			lines = append(lines, l)
		}
		if h.Warning.Code != "" {
			lines = append(lines, p.s.Warning(indent+say.Warning(h.Warning)))
		}
	}
	if p.t.Code != "" {
		lines = append(lines, say.Sentence("whoever would take over a seat is asked for the code "+p.t.Code))
	}
	p.block(lines...)
}
