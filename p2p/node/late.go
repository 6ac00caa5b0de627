package node

import (
	"slices"
	"sync/atomic"
	"time"

	"fives/p2p/api"
	"fives/p2p/replica"
)

const (
	// aLittle is how much earlier a turn may have begun at another node than here.
	aLittle = 100 * time.Millisecond
	maxLate = 64 // late steps that are remembered
)

// lateness knows which turns ran out of time, so that the player's node made the move. Logs do not
// say so; each node goes by its own clock.
type lateness struct {
	step  uint64    // of the running turn
	ends  time.Time // when its time runs out; zero if it does not
	steps atomic.Pointer[[]uint64]
}

// noteTurn notes that a turn has begun, and when its time runs out.
func (l *lateness) noteTurn(r tableState) {
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

// noteMove notes a move, and reports whether it came after the time had run out.
func (l *lateness) noteMove(step uint64, now time.Time) bool {
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

// MarkLate marks those of the moves that came after the time had run out. It is safe for concurrent
// use.
func (p *reporter) MarkLate(moves []api.Played) {
	if late := p.late.steps.Load(); late != nil {
		for i, m := range moves {
			moves[i].Late = slices.Contains(*late, m.Step)
		}
	}
}
