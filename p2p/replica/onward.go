package replica

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// Onward describes the table in which those who are online go on (PROTOCOL §5.7) from the
// last settled hand that all of them have, as far as this node knows. without leaves out
// seats, and with them the other seats of their nodes: somebody may be online and yet not
// play.
func (s *state) Onward(without ...int) (record.Continuation, error) {
	if !s.InPlay() {
		return record.Continuation{}, fmt.Errorf("%w: it has not begun", table.ErrNoContinuation)
	}
	seats := s.remaining(without)
	return s.t.Successor(s.sharedHands(seats), seats, nil)
}

// Rematch describes the table of a new game among the same seats after this one is
// over.
func (s *state) Rematch() (record.Continuation, error) { return s.t.Rematch() }

// remaining lists the seats that are online, have not left and are not at fault. A computer
// player remains if its host does.
func (s *state) remaining(without []int) []int {
	out := s.departedSeats(without...)
	var seats []int
	for i := range s.t.Terms().Seats {
		if online, _ := s.Online(i); online && out&(1<<i) == 0 {
			seats = append(seats, i)
		}
	}
	return seats
}

// departedSeats returns all seats of those nodes of which some seat has left, is at fault or is
// among those given.
func (s *state) departedSeats(those ...int) (out uint64) {
	for i := range s.t.Terms().Seats {
		if s.t.HasLeft(i) || slices.Contains(those, i) || slices.ContainsFunc(s.t.Faults(), func(f *table.Fault) bool { return f.Seat == i }) {
			out |= s.seats.of(s.seats.node(i))
		}
	}
	return out
}

// sharedHands returns how many settled hands this node shares with the nodes of those
// seats. For a node that is only behind, all of them count: it will catch up, and takes no
// continuation before that. A node on another branch of the log will not catch up. It
// counts as one only with proof that somebody signed two records for the step in which, by
// its word, the branches part.
func (s *state) sharedHands(seats []int) int {
	results := s.t.Results()
	n := len(results)
	for _, seat := range seats {
		for _, l := range s.links.order {
			for n > 0 && l.node == s.seats.node(seat) && l.parted > 0 && l.parted <= results[n-1].Step && s.forkedBy(l) && s.t.Disputed(n-1) {
				n--
			}
		}
	}
	return n
}

// forkedBy reports whether there is proof that somebody signed two records for the
// step in which a peer's log parted from this node's.
func (s *state) forkedBy(l *link) bool {
	return l.forked || slices.ContainsFunc(s.t.Faults(), func(f *table.Fault) bool { return f.Forks() && f.Step+1 == l.parted })
}

// Keeps lists the seats of this node that have a place in a continuation of the table. A
// seat that has left has none, whatever the reason.
func (s *state) Keeps(c record.Continuation) []*LocalSeat {
	var own []*LocalSeat
	for _, o := range s.seats.local {
		key := record.KeyOf(o.Key)
		if !o.Left && slices.ContainsFunc(c.Players, func(p record.Player) bool { return p.Key == key }) {
			own = append(own, o)
		}
	}
	return own
}

// Called reports whether others have called for this table, a continuation, and
// this node's person has not answered.
func (s *state) Called() bool { return !s.Accepted() && s.t.Step() == 0 && !s.Withdrawn() }

// Withdrawn reports whether a continuation cannot begin any more: somebody has left it
// before all had accepted it, as far as this node knows.
func (s *state) Withdrawn() bool {
	switch {
	case s.t.Continuation() == nil || len(s.t.Notices()) == 0:
		return false
	case s.t.Step() == 1 && s.held && !s.mayOpen(): // the seat that is to begin it has left it instead
		opener := s.Opener()
		return opener < 0 || s.t.HasLeft(opener)
	}
	return s.t.Step() == 0
}

// Accepted reports whether this node's person has accepted a continuation. It is
// true at a proposed table.
func (s *state) Accepted() bool {
	if s.t.Continuation() == nil || s.t.Step() > 0 {
		return true
	}
	return !slices.ContainsFunc(s.seats.local, func(o *LocalSeat) bool {
		return !o.Accepted && !o.Left && slices.Contains(s.t.Missing(), o.seat)
	})
}

// AwaitsRelease reports whether a continuation waits only for [Replica.Release]: everybody
// has accepted it, this node has not left it for another one, and the seat that opens it is
// this node's or has published its hand key. That seat begins only one continuation. So if
// people accept two with the same seats at the same time, all of them begin the same one.
func (s *state) AwaitsRelease() bool {
	return s.held && !s.Halted() && s.t.Step() > 0 && s.mayOpen() && s.seats.staying()
}

// mayOpen reports whether a continuation that everybody has accepted may begin: the seat
// that opens it is this node's, or has signed the first thing that it owes. A newcomer does
// not know which seat that is, and waits for any other.
func (s *state) mayOpen() bool {
	arrived := s.seats.authors(s.t.Arrived())
	if s.t.Step() > 1 || len(s.t.Pending().Seats) == 0 {
		return true
	}
	if opener := s.Opener(); opener >= 0 {
		return s.seats.isLocal(opener) || arrived&(1<<opener) != 0
	}
	return arrived&^s.seats.own() != 0
}

// Opener returns the seat that opens a continuation: the first one that owes a hand key and
// also remains from the parent. With that key it leaves the parent, so it can go on in only
// one of the two. If no seat of this node remains, there is none.
func (s *state) Opener() int {
	owe := s.t.Pending().Seats
	if s.t.Step() > 1 {
		owe = nil
		for set := s.seats.authors(s.t.Records(1)); set != 0; set &= set - 1 {
			owe = append(owe, bits.TrailingZeros64(set))
		}
	}
	if len(owe) == 0 || s.newcomers != 0 && s.newcomers&s.seats.own() == s.seats.own() {
		return rules.None
	}
	for _, seat := range owe {
		if s.newcomers&(1<<seat) == 0 {
			return seat
		}
	}
	return rules.None // nobody calls for such a table
}

// SetNewcomers says which seats of a continuation, as far as this node knows, have keys
// without a seat at its parent.
func (r *Replica) SetNewcomers(seats []int) {
	r.newcomers = 0
	for _, seat := range seats {
		r.newcomers |= 1 << seat
	}
}

// InPlay reports whether this node plays, or has played, at the table; at a continuation,
// only after its release. No table goes on from one that is not in play.
func (s *state) InPlay() bool {
	return s.t.Continuation() == nil || s.t.Step() > 0 && !s.held
}

// Played reports whether a seat of this node has signed anything in a hand. That remains so
// after a restart, when a continuation that this node has left is not released again.
func (s *state) Played() bool {
	for rec := range s.signedFrom(max(s.t.FirstStep(), 1)) {
		if s.seats.isLocal(s.t.Terms().SeatOf(rec.Author)) {
			return true
		}
	}
	return false
}

// signedFrom yields the records of all steps from one on, including the running step.
func (s *state) signedFrom(step uint64) iter.Seq[record.Record] {
	return func(yield func(record.Record) bool) {
		for ; step <= s.t.Step(); step++ {
			records := s.t.Records(step)
			if step == s.t.Step() {
				records = s.t.Arrived()
			}
			for _, rec := range records {
				if !yield(rec) {
					return
				}
			}
		}
	}
}

// Declined reports whether a continuation has come to nothing for this node: either it was
// withdrawn, or all of this node's seats left it for another one before it began.
func (s *state) Declined() bool {
	return s.Withdrawn() || !s.InPlay() && len(s.seats.local) > 0 && !s.seats.staying()
}
