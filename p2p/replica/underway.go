package replica

import (
	"crypto/ed25519"
	"time"

	"fives/engine/record"
)

const (
	// arriveTime is how long messages to a node in the same room may be under way, there and back.
	arriveTime = 300 * time.Millisecond
	// mostFar is the round trip to a peer that counts, at most: it is the peer that answers late or not.
	mostFar = time.Second
	// maxMarks is how many records a link is known to have carried lately. A peer that lacks more of
	// them is steps behind, and is sent them in messages of which it answers each.
	maxMarks = 64
)

// marks are records that were sent, or came in, lately, the latest last. The zero value has none.
type marks []mark

type mark struct {
	signature [ed25519.SignatureSize]byte // of the record
	at        time.Time
}

func (m *marks) note(rec record.Record, at time.Time) {
	if len(*m) == maxMarks {
		*m = append((*m)[:0], (*m)[1:]...)
	}
	*m = append(*m, mark{rec.Signature, at})
}

// between reports whether a record was noted after one moment, and not after another one, as
// by a clock that was set back since.
func (m marks) between(moment, now time.Time, rec record.Record) bool {
	for i := len(m) - 1; i >= 0 && m[i].at.After(moment); i-- {
		if m[i].signature == rec.Signature {
			return !m[i].at.After(now)
		}
	}
	return false
}

// SetRoundTrip says how long a peer takes to answer: what a table waits for depends on it.
func (r *Replica) SetRoundTrip(p Peer, d time.Duration) {
	if l := r.links.byPeer[p]; l != nil {
		l.roundTrip = min(d, mostFar)
	}
}

// underway is how long it may take until a peer's word shows what it has been sent, or what a node
// that it is linked to has sent it at the same time as this one.
func (l *link) underway() time.Duration { return max(arriveTime, l.roundTrip*3/2) }

// farthest returns the longest round trip to a node that has a seat.
func (ls *links) farthest(seats *seating) (most time.Duration) {
	for _, l := range ls.order {
		if seats.of(l.node) != 0 {
			most = max(most, l.roundTrip)
		}
	}
	return most
}

// comes reports whether a record is on its way to a peer, which cannot have said so yet: from this
// node or, if the peer is linked to its author's, from there.
func (r *replication) comes(l *link, seat int, rec record.Record) bool {
	now := r.clock.now
	since := now.Add(-l.underway())
	if l.dropped.After(since) {
		since = l.dropped
	}
	return l.sent.between(since, now, rec) ||
		!r.seats.isLocal(seat) && l.have.Links&(1<<seat) != 0 && r.links.came.between(since, now, rec)
}
