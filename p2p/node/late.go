package node

import (
	"slices"
	"sync/atomic"
	"time"

	"fives/p2p/api"
	"fives/p2p/replica"
)

const (
	// aLittle is how much sooner than here a turn may have begun at another node.
	aLittle = 100 * time.Millisecond
	maxLate = 64 // steps that are remembered
)

// lateness is what is known of turns that ran out of time: a person's node then makes
// a move. No log tells it, so each node goes by its own clock.
type lateness struct {
	step  uint64    // of the running turn
	ends  time.Time // when its time runs out; zero where it does not
	steps atomic.Pointer[[]uint64]
}

// turn notes whose turn it is, and until when.
func (l *lateness) turn(r tableState) {
	seat := r.Table().Pending().Seats[0]
	l.step, l.ends = r.Table().Step(), r.Deadline()
	own := slices.ContainsFunc(r.Seats(), func(o *replica.LocalSeat) bool { return o.Seat() == seat })
	switch {
	case r.Table().Terms().Seats[seat].Host != nil: // a computer player
		l.ends = time.Time{}
	case !own && !l.ends.IsZero():
		l.ends = l.ends.Add(-aLittle)
	}
}

// moved notes a move, and reports whether it came when the time had run out.
func (l *lateness) moved(step uint64, now time.Time) bool {
	if step != l.step || l.ends.IsZero() || now.Before(l.ends) {
		return false
	}
	var before []uint64
	if p := l.steps.Load(); p != nil {
		before = (*p)[max(0, len(*p)-maxLate+1):]
	}
	after := append(slices.Clone(before), step)
	l.steps.Store(&after)
	return true
}

// MarkLate marks the moves among those that came when the time had run out. It may be
// called by any goroutine.
func (p *reporter) MarkLate(moves []api.Played) {
	if late := p.late.steps.Load(); late != nil {
		for i, m := range moves {
			moves[i].Late = slices.Contains(*late, m.Step)
		}
	}
}
