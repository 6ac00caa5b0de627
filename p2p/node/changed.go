package node

import (
	"time"

	"fives/p2p/replica"
)

// A glance tells whether a table looks different from before, without drawing it.
type glance struct {
	presence
	step            uint64
	arrived, faults int
	notices         int
	unheard         int
	online, away    uint64
	cut             bool
	deadline        time.Time
	votes           int
	covered, heard  uint64 // seats that are covered, or are heard by one other only
	falseVotes      int
	called, ready   bool
	halted          bool
	stuck, left     bool
	handovers       replica.HandoverMark
	counts          int // down to when seats change hands without somebody's word, in all
}

// Changed reports whether a table looks different from the last call. It is cheap, and may return
// true once too often.
func (p *reporter) Changed(r tableState) bool {
	t := r.Table()
	g := glance{
		presence: p.presenceAt(r), step: t.Step(), arrived: len(t.Arrived()), faults: len(t.Faults()), notices: len(t.Notices()), unheard: len(r.Unheard()),
		votes: len(t.Votes()), deadline: r.Deadline(), handovers: r.HandoverMark(), called: r.Called(), ready: r.Ready(), halted: r.Halted(), stuck: r.Problem() != nil, left: r.Local() != nil && r.Local().Left, cut: !p.cutOff(r).IsZero(),
	}
	for i := range t.Terms().Seats {
		online, _ := r.Online(i)
		_, heard := r.OnlyHeardBy(i)
		g.online |= bit(i, online)
		g.away |= bit(i, !awaySince(r, i).IsZero())
		g.covered |= bit(i, t.Covered(i))
		g.heard |= bit(i, heard)
		g.falseVotes += r.FalseVotes(i)
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
