package discovery

import (
	"math/rand/v2"
	"time"
)

const (
	maxTimeout = time.Second // the library cannot be stopped before its timeout
	lookEvery  = 2 * time.Second
	idleLeast  = 10 * time.Second
	idleMost   = 30 * time.Second
)

// burst has the waits after the first rounds: questions go out 0, 0.1, 0.3 and 0.7 s after a start. Then
// eight nodes that start together know each other after a tenth of a second, and a lost packet costs little
// more.
var burst = [...]time.Duration{100 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond}

// schedule decides when to ask next.
type schedule struct {
	round int // rounds so far
	asked int // rounds since the last restart, as far as the burst counts
}

// restart begins a new burst.
func (s *schedule) restart() { s.asked = 0 }

// idle reports whether the burst is over. Before that, the next question comes soon anyway.
func (s *schedule) idle() bool { return s.asked > len(burst) }

// next begins a round. It returns how long to wait for the next round, and how long to listen for answers.
func (s *schedule) next(looking bool) (wait, listen time.Duration) {
	switch {
	case s.asked < len(burst):
		wait = burst[s.asked]
	case looking:
		wait = lookEvery
	default:
		wait = idleLeast + rand.N(idleMost-idleLeast)
	}
	s.round++
	s.asked = min(s.asked+1, len(burst)+1)
	return wait, min(wait, maxTimeout)
}
