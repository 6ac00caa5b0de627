package draw

import (
	"strings"

	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/p2p/api"
)

// A Sort names the order of the player's hand; "" is the second order of the rule set, the
// first one that sorts.
type Sort string

// Table draws a table as its player, or an onlooker, sees it.
func Table(t api.Table, s Style, by Sort) string {
	if t.View != nil {
		s.Marks = t.View.Marks
	}
	p := &page{t: t, stands: shown.Of(t, Now()), s: s, sort: by}
	p.head()
	p.seats()
	p.notes()
	p.handovers()
	if t.View != nil {
		p.zones()
		if t.Phase != api.PhaseOver { // then it is shown with the others'
			p.hand()
		}
	}
	p.last()
	p.moments()
	p.lastResults()
	p.foot()
	return p.text()
}

// A page is a table being drawn, as blocks of lines with a blank line between them.
type page struct {
	t      api.Table
	stands shown.Table
	s      Style
	sort   Sort
	blocks [][]string
}

const indent = "  "

func (p *page) block(lines ...string) {
	if len(lines) > 0 {
		p.blocks = append(p.blocks, lines)
	}
}

func (p *page) text() string {
	var b strings.Builder
	for i, lines := range p.blocks {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, l := range lines {
			b.WriteString(strings.TrimRight(l, " ") + "\n")
		}
	}
	return b.String()
}

// room returns how many columns are left for text after used ones.
func (p *page) room(used int) int { return max(20, p.s.Width-used) }

func (p *page) name(seat int) string { return shown.Name(p.t, seat) }

func (p *page) dot() string { return p.s.Pick(" · ", " - ") }

// head says what is played and how it stands; the ID, which is there to be typed, stands behind.
func (p *page) head() {
	parts := []string{p.s.Strong(p.t.Title)}
	for _, f := range p.stands.Facts {
		parts = append(parts, f.Label+" "+f.Value)
	}
	lines := layout.Fill(append(parts, p.standing(), "table "+say.Short(p.t.ID)), p.dot(), p.room(0))
	p.block(append(lines, p.aside()...)...)
}

// standing says the one thing that matters most about a table.
func (p *page) standing() string {
	switch {
	case p.stands.Yours: // the headline says more, and stands with the task
		return p.s.Strong("your turn")
	case p.t.Phase == api.PhaseStopped && !shown.Onward(p.t):
		return p.s.Warning(p.stands.Headline)
	}
	return p.s.Strong(p.stands.Headline)
}

// aside says what the signs on the cards mean, and how much time is left.
func (p *page) aside() (list []string) {
	for _, m := range p.s.Marks {
		list = append(list, m.Sign+" "+m.Name)
	}
	if p.t.Deadline != nil && p.t.Turn != "" {
		list = append(list, say.Span(p.t.Deadline.Sub(Now()))+" left")
	}
	lines := layout.Fill(list, p.dot(), p.room(0))
	for i := range lines {
		lines[i] = p.s.Weak(lines[i])
	}
	return lines
}

// foot says what the player can do now, or what is to come.
func (p *page) foot() {
	task := say.Full(p.stands.Task)
	if p.t.View != nil && p.stands.Yours && p.t.View.Headline != "" {
		task = say.Full(card.Text(p.stands.Headline)).Text(" ").With(task)
	}
	p.block(layout.Wrap(Says(p.s, task), p.room(0))...)
}
