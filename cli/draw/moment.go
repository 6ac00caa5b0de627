package draw

import (
	"fives/cli/layout"
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
		lines = append(lines, indent+layout.Fit(p.name(m.Seat), longestName)+" "+Says(p.s, shown.Moment(m)))
	}
	p.block(lines...)
}
