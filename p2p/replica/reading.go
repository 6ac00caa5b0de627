package replica

import "time"

// mostReading is how long the table waits for a person who reads the result of a hand.
const mostReading = 20 * time.Second

// A reading says that this node's person reads the result of a hand.
type reading struct {
	hand  int       // its number among the settled hands, from 1; 0 if none has been read
	since time.Time // zero when it was read
}

// Reading notes that this node's person reads the result of a hand, or has read it.
// Meanwhile, but for at most 20 s for one result, its computer players make no moves and no
// turn limit runs, so that the next hand does not go on unseen.
func (r *Replica) Reading(hand int, done bool, now time.Time) {
	r.clock.set(now)
	s := r.signer
	switch {
	case hand < s.reading.hand || hand > len(s.t.Results()):
		return // an older hand, or one that does not exist
	case done && s.reads():
		r.clock.step = now
	}
	if done {
		s.reading = reading{hand: hand}
	} else if hand > s.reading.hand {
		s.reading = reading{hand, now}
	}
	r.work()
}

// reads reports whether the table waits for somebody who reads a result. The turn begins
// when it no longer does.
func (s *signer) reads() bool {
	if s.reading.since.IsZero() {
		return false
	}
	if s.clock.since(s.reading.since) >= mostReading {
		s.reading.since = time.Time{}
		s.clock.step = s.clock.now
		return false
	}
	return true
}
