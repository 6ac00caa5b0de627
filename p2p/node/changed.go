package node

import (
	"time"

	"fives/p2p/replica"
)

// A glance tells whether a table looks different from before, without drawing it.
type glance struct {
	step            uint64
	arrived, faults int
	notices         int
	unheard         int
	online, away    uint64
	cut             bool
	deadline        time.Time
	votes           int
	covered         uint64
	lacking, heard  uint64 // seats whose devices lack the hand's key, or are heard by one other only
	falseVotes      int
	called, ready   bool
	halted          bool
	twice           uint64
	stuck, left     bool
	handovers       replica.HandoverMark
	counts          int // down to when seats change hands without somebody's word, in all
}

// Changed reports whether a table looks different from the last call. It is cheap, and may return
// true once too often.
func (p *reporter) Changed(r tableState) bool {
	t := r.Table()
	g := glance{
		step: t.Step(), arrived: len(t.Arrived()), faults: len(t.Faults()), notices: len(t.Notices()), unheard: len(r.Unheard()),
		votes: len(t.Votes()), deadline: r.Deadline(), handovers: r.HandoverMark(), called: r.Called(), ready: r.Ready(), halted: r.Halted(), stuck: r.Problem() != nil, left: r.Local() != nil && r.Local().Left, cut: !p.cutOff(r).IsZero(),
	}
	for i := range t.Terms().Seats {
		if online, _ := r.Online(i); online {
			g.online |= 1 << i
		}
		if !awaySince(r, i).IsZero() {
			g.away |= 1 << i
		}
		if t.Covered(i) {
			g.covered |= 1 << i
		}
		if r.Lacking(i) {
			g.lacking |= 1 << i
		}
		if _, is := r.OnlyHeardBy(i); is {
			g.heard |= 1 << i
		}
		g.falseVotes += r.FalseVotes(i)
		if p.Twice(i) {
			g.twice |= 1 << i
		}
	}
	for _, h := range r.Handovers() {
		if at := r.Without(h.Seat); h.Player != nil && !at.IsZero() {
			g.counts += max(0, int(at.Sub(p.Now())/(5*time.Second)))
		}
	}
	if g == p.glance {
		return false
	}
	p.glance = g
	return true
}
