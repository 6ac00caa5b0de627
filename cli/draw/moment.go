package draw

import (
	"fmt"
	"strings"

	"fives/cli/layout"
	"fives/engine/rules"
	"fives/p2p/control"
)

// Moment says what somebody has just done, behind the name: "takes the trick with
// 10♣: 10".
func Moment(m rules.Moment, pen Pen) string {
	words := []string{m.What}
	for _, c := range m.Cards {
		words = append(words, pen.Card(c))
	}
	text := strings.Join(words, " ")
	if m.Points != 0 {
		text += fmt.Sprintf(": %d", m.Points)
	}
	return text
}

// moments says what has just happened and would pass too fast.
func (p *page) moments() {
	if p.t.View == nil || p.t.Phase != control.PhasePlaying {
		return
	}
	var lines []string
	for _, m := range p.t.View.Moments {
		lines = append(lines, indent+layout.Fit(p.name(m.Seat), longestName)+" "+Moment(m, p.s))
	}
	p.block(lines...)
}
