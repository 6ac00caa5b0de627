package replica

import (
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
)

// Onward describes the table in which those who are online go on (PROTOCOL §5.7)
// from the last settled hand that all of them have, as far as this node knows.
// without leaves seats out, and with them the other seats of their nodes: somebody
// may be online and not play.
func (r *Replica) Onward(without ...int) (record.Continuation, error) {
	if !r.InPlay() {
		return record.Continuation{}, fmt.Errorf("%w: it has not begun", table.ErrContinue)
	}
	seats := r.remaining(without)
	return r.t.Successor(r.sharedHands(seats), seats)
}

// remaining lists the seats that are online, have not left and are in no fault. A
// computer player remains if its host does.
func (r *Replica) remaining(without []int) []int {
	var out uint64 // seats of nodes of which one seat is out
	for i, s := range r.t.Terms().Seats {
		if r.t.HasLeft(i) || slices.Contains(without, i) || slices.ContainsFunc(r.t.Faults(), func(f *table.Fault) bool { return f.Seat == i }) {
			out |= r.seatsOf(Node(s))
		}
	}
	var seats []int
	for i := range r.t.Terms().Seats {
		if online, _ := r.Online(i); online && out&(1<<i) == 0 {
			seats = append(seats, i)
		}
	}
	return seats
}

// sharedHands is how many settled hands this node shares with the nodes of those
// seats. For a node that is only behind, all of them count: it will catch up, and
// takes no continuation before. A node on another branch of the log will not. That
// it is on one is believed only with proof that somebody signed two records for
// the step in which, by its word, the branches part.
func (r *Replica) sharedHands(seats []int) int {
	results := r.t.Results()
	n := len(results)
	for _, s := range seats {
		for _, p := range r.order {
			l := r.links[p]
			for n > 0 && l.node == Node(r.t.Terms().Seats[s]) && l.parted > 0 && l.parted <= results[n-1].Step && r.forkedBy(l) && r.t.Disputed(n-1) {
				n--
			}
		}
	}
	return n
}

// forkedBy reports whether there is proof that somebody signed two records for the
// step in which a peer's log parted from this node's.
func (r *Replica) forkedBy(l *link) bool {
	return l.forked || slices.ContainsFunc(r.t.Faults(), func(f *table.Fault) bool { return len(f.Records) == 2 && f.Step+1 == l.parted })
}

// Keeps lists the seats of this node that have a place in a continuation of its
// table. A seat that has left has none, whatever the reason.
func (r *Replica) Keeps(c record.Continuation) []*LocalSeat {
	var own []*LocalSeat
	for _, o := range r.cfg.Seats {
		key := record.KeyOf(o.Key)
		if !o.Left && slices.ContainsFunc(c.Players, func(p record.Player) bool { return p.Key == key }) {
			own = append(own, o)
		}
	}
	return own
}

// Called reports whether others have called for this table, a continuation, and
// this node's person has not answered.
func (r *Replica) Called() bool { return !r.Accepted() && r.t.Step() == 0 }

// Accept gives this node's consent to a continuation.
func (r *Replica) Accept(now time.Time) {
	r.setTime(now)
	for _, o := range r.cfg.Seats {
		o.Accepted = true
	}
	r.work()
}

// Accepted reports whether this node's person has accepted a continuation. It is
// true at a proposed table.
func (r *Replica) Accepted() bool {
	if r.t.Continuation() == nil || r.t.Step() > 0 {
		return true
	}
	return !slices.ContainsFunc(r.cfg.Seats, func(o *LocalSeat) bool {
		return !o.Accepted && !o.Left && slices.Contains(r.t.Missing(), o.seat)
	})
}

// AwaitsRelease reports whether a continuation waits for [Replica.Release] alone: all
// have accepted it, this node has not left it for another one, and its first seat
// to publish a hand key is this node's or has done so. That seat begins one
// continuation only. So if people accept two with the same seats at the same time,
// all of them begin the same one.
func (r *Replica) AwaitsRelease() bool {
	return r.cfg.Held && r.t.Step() > 0 && r.opened() && slices.ContainsFunc(r.cfg.Seats, func(o *LocalSeat) bool { return !o.Left })
}

// opened reports whether a continuation that all have accepted may begin: its
// first seat that owes a hand key plays it here, or has signed it.
func (r *Replica) opened() bool {
	seats := r.t.Pending().Seats
	return r.t.Step() > 1 || len(seats) == 0 || r.isLocal(seats[0]) || r.arrived()&(1<<seats[0]) != 0
}

// InPlay reports whether this node plays at the table, or has: at a continuation
// only after its release. No table goes on from one that is not in play.
func (r *Replica) InPlay() bool {
	return r.t.Continuation() == nil || r.t.Step() > 0 && !r.cfg.Held
}

// Declined reports whether this node's seats have all left a continuation before
// it began, for another one.
func (r *Replica) Declined() bool {
	return !r.InPlay() && len(r.cfg.Seats) > 0 && !slices.ContainsFunc(r.cfg.Seats, func(o *LocalSeat) bool { return !o.Left })
}

// Release lets a continuation begin. The caller has stored that this node has left
// its parent.
func (r *Replica) Release(now time.Time) {
	r.setTime(now)
	r.cfg.Held = false
	r.work()
}

// Retire makes this node's seats leave the table, because it plays on in
// another.
func (r *Replica) Retire(now time.Time) error {
	for _, o := range r.cfg.Seats {
		if o.Left {
			continue
		}
		if err := r.Leave(o, now); err != nil {
			return err
		}
	}
	return nil
}
