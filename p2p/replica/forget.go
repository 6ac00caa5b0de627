package replica

import (
	"slices"
	"time"

	"fives/engine/record"
)

// findUnasked finds the ayes for whose value nobody asks now, and since when that is so.
func (s *state) findUnasked() map[record.Hash]time.Time {
	unasked := map[record.Hash]time.Time{}
	for _, o := range s.handovers.own {
		if s.forgets(o) && !slices.ContainsFunc(s.handovers.known.list, func(h HandoverState) bool { return s.Value(h.Handover) == o.Value }) {
			unasked[o.Value] = s.clock.now
			if since, ok := s.handovers.unasked[o.Value]; ok {
				unasked[o.Value] = since
			}
		}
	}
	return unasked
}

// forgets reports whether a word is an aye that is forgotten after the wish. One about the
// person's own seat is not: the others may have gone on by it without this node's knowledge.
// If they have not, they have to agree anew.
func (s *state) forgets(o OwnHandover) bool {
	return o.Agrees && !o.Asks && !o.Offers && !s.ownSeat(o.Seat)
}

// forget takes back what nobody has asked for during [ForgetAfter]: whoever asks again later
// is to find no aye to a wish that nobody is shown any more. Time in which this node slept does
// not count, and a continuation that may still begin keeps what led to it.
func (r *Replica) forget() {
	old := func(o OwnHandover) bool {
		since, ok := r.handovers.unasked[o.Value]
		return ok && r.forgets(o) && r.clock.now.Sub(r.latest(since)) >= ForgetAfter
	}
	if !r.handovers.promised && slices.ContainsFunc(r.handovers.own, old) {
		r.handovers.own = slices.DeleteFunc(slices.Clone(r.handovers.own), old)
		r.out.Save.Said = true
		r.links.said++
	}
}
