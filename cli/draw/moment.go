package draw

import (
	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// moments says what has just happened and would otherwise pass too quickly.
func (p *page) moments() {
	if p.t.View == nil || p.t.Phase != api.PhasePlaying {
		return
	}
	var lines []string
	for _, m := range p.t.View.Moments {
		who := say.Mover(layout.Fit(shown.Name(p.t, m.Seat), longestName), m.Seat == p.t.Seat, false)
		lines = append(lines, indent+who+" "+Says(p.s, shown.Moment(m)))
	}
	p.block(lines...)
}
