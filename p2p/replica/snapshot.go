package replica

import (
	"maps"
	"slices"

	"fives/engine/rules"
	"fives/engine/seat"
)

// A Snapshot is a replica as it was at one moment. It never changes, and may be read by
// anybody at any time: reading waits for no disk, network or proof. It has those methods of
// [Replica] that change nothing; callers must not change its seats.
type Snapshot struct{ state }

// Snapshot returns the replica as it stands.
func (r *Replica) Snapshot() *Snapshot {
	r.noteHandovers()
	c := *r.clock
	s := r.state
	s.t, s.clock, s.links = r.t.Snapshot(), &c, r.links.clone(&c)
	s.asks, s.falseVotes = r.asks.clone(), maps.Clone(r.falseVotes)
	h := *r.handovers
	h.acts, h.quiet = maps.Clone(h.acts), maps.Clone(h.quiet)
	s.handovers = &h
	s.seats = &seating{terms: r.seats.terms}
	for _, o := range r.seats.local {
		of := *o
		of.faces, of.observed = seat.FaceCache{}, r.Observe(o)
		s.seats.local = append(s.seats.local, &of)
	}
	return &Snapshot{s}
}

// Observe returns all that one of [Snapshot.Seats] knows about the cards of the running
// hand. The caller may change the result.
func (s *Snapshot) Observe(o *LocalSeat) rules.Observation { return slices.Clone(o.observed) }
