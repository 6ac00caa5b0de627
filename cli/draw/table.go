package draw

import (
	"strings"

	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
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
	p := &page{t: t, s: s, sort: by}
	p.head()
	p.seats()
	p.coverLines()
	p.handovers()
	p.warnings()
	if t.View != nil {
		p.zones()
		if t.Phase != api.PhaseOver { // then it is shown with the others'
			p.hand()
		}
	}
	p.last()
	p.moments()
	p.lastResults()
	p.faults()
	p.foot()
	return p.text()
}

// A page is a table being drawn, as blocks of lines with a blank line between them.
type page struct {
	t      api.Table
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
	if p.t.Summary.Hand > 0 {
		parts = append(parts, say.Hand(p.t.Summary.Hand))
	}
	lines := layout.Fill(append(parts, p.standing(), "table "+say.Short(p.t.ID)), p.dot(), p.room(0))
	p.block(append(lines, p.facts()...)...)
}

// standing says the one thing that matters most about a table.
func (p *page) standing() string {
	switch {
	case len(p.t.Faults) > 0 && p.t.Phase == api.PhaseStopped:
		return p.s.Warning("stopped by a fault")
	case p.t.Waiting.What == api.Onward || p.t.Waiting.What == api.HandedOver:
		return say.Waiting(p.t.Waiting)
	case p.t.Phase == api.PhaseStopped:
		return p.s.Warning("stopped")
	case p.t.Phase == api.PhaseOver:
		return p.s.Strong(p.over())
	case p.t.YourTurn:
		return p.s.Strong("your turn")
	case p.t.Turn != "":
		return say.Turn(p.t.Summary)
	case p.t.Waiting.What != "":
		return say.Waiting(p.t.Waiting)
	}
	return string(p.t.Phase)
}

func (p *page) over() string {
	return "over, " + say.Won(p.t.Winners, p.t.Me())
}

func (p *page) facts() []string {
	var facts []string
	if p.t.View != nil {
		for _, f := range shown.Facts(*p.t.View) {
			facts = append(facts, f.Label+" "+f.Value)
		}
	}
	if p.t.TurnLimit > 0 {
		facts = append(facts, say.TurnLimit(p.t.TurnLimit))
	}
	if term := say.CoverTerm(p.t); term != "" {
		facts = append(facts, term)
	}
	if p.t.Deadline != nil && p.t.Turn != "" {
		facts = append(facts, say.Span(p.t.Deadline.Sub(Now()))+" left")
	}
	lines := layout.Fill(facts, p.dot(), p.room(0))
	for i := range lines {
		lines[i] = p.s.Weak(lines[i])
	}
	return lines
}

// foot says what the player can do now, or what the table waits for.
func (p *page) foot() {
	if p.t.Phase == api.PhaseOver || p.t.Phase == api.PhaseStopped || p.t.Turn == "" && !p.t.YourTurn {
		return // the head says it
	}
	says, _ := shown.Prompt(p.t)
	p.block(layout.Wrap(Says(p.s, say.Full(says)), p.room(0))...)
}

// hands reports whether the game has hands.
func (p *page) hands() bool {
	_, ok := shown.HandOf(p.t, 0)
	return ok
}
