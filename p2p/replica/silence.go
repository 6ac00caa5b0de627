package replica

import (
	"time"

	"fives/engine/record"
)

// A silence of a node began at since. It ends once the node has been heard from back on for
// long enough.
type silence struct{ since, back time.Time }

// Without returns when a seat can change hands without the word of its person, if the node
// stays silent until then; zero while it is heard.
func (s *state) Without(seat int) time.Time {
	q, ok := s.handovers.quiet[s.seats.node(seat)]
	if !ok || !q.back.IsZero() {
		return time.Time{}
	}
	return q.since.Add(WithoutAfter)
}

// waived reports whether a node is silent, and has been for so long that the seats that it
// plays can change hands without its person's word.
func (s *state) waived(node record.Key) bool {
	q, ok := s.handovers.quiet[node]
	return ok && q.back.IsZero() && s.clock.now.Sub(q.since) >= WithoutAfter
}

// tendSilences notes which nodes are silent, and since when. Time in which this node slept
// does not count.
func (r *Replica) tendSilences() {
	for i := range r.t.Terms().Seats {
		node := r.seats.node(i)
		q, known := r.handovers.quiet[node]
		switch online, heard := r.Online(i); {
		case r.seats.isLocal(i):
		case !online && !known:
			r.handovers.quiet[node] = silence{since: r.latest(heard, r.clock.started)}
		case !online:
			r.handovers.quiet[node] = silence{since: r.latest(q.since)}
		case !known:
		case q.back.IsZero():
			r.handovers.quiet[node] = silence{since: q.since, back: r.clock.now}
		case r.clock.since(q.back) >= backTime:
			delete(r.handovers.quiet, node)
		}
	}
}
