package replica

import (
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
)

// Onward describes the table in which those who are there go on from here
// (design, section 6): from the last settled hand that all of them have, as far
// as this node knows. Seats may be left out, and with them those of their nodes:
// some are there and do nothing.
func (r *Replica) Onward(without ...int) (record.Continuation, error) {
	if !r.Begun() {
		return record.Continuation{}, fmt.Errorf("%w: it has not begun", table.ErrContinue)
	}
	seats := r.remaining(without)
	return r.t.Successor(r.common(seats), seats)
}

// remaining lists the seats that are there, have not left and have done nothing
// wrong. A computer player goes the way of its host.
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

// common is how many settled hands this node shares with the nodes of those
// seats. A node that is behind has the others in common too: it will catch up,
// and takes no continuation before. Only one whose log differs will not; that it
// does is believed where somebody is proved to have signed two records for the
// step at which it says they parted.
func (r *Replica) common(seats []int) int {
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
// table. A seat that has left, be it that it plays on in another continuation,
// has none.
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
	r.at(now)
	for _, o := range r.cfg.Seats {
		o.Accepted = true
	}
	r.work()
}

// Accepted reports whether this node's person has accepted a continuation; it is
// true at a table that is none.
func (r *Replica) Accepted() bool {
	if r.t.Continuation() == nil || r.t.Step() > 0 {
		return true
	}
	return !slices.ContainsFunc(r.cfg.Seats, func(o *LocalSeat) bool {
		return !o.Accepted && !o.Left && slices.Contains(r.t.Missing(), o.seat)
	})
}

// Begins reports whether a continuation waits for [Replica.Release] alone: all
// have accepted it, this node has not left it for another one, and the seat that
// opens it is this node's or has begun. That seat begins one continuation only.
// So where people have accepted two with the same seats at once, all of them go
// the same way.
func (r *Replica) Begins() bool {
	return r.cfg.Held && r.t.Step() > 0 && r.opened() && slices.ContainsFunc(r.cfg.Seats, func(o *LocalSeat) bool { return !o.Left })
}

// opened reports whether a continuation that all have accepted may begin: its
// first seat that owes a hand key plays it here, or has signed it.
func (r *Replica) opened() bool {
	seats := r.t.Pending().Seats
	return r.t.Step() > 1 || len(seats) == 0 || r.mine(seats[0]) || r.arrived()&(1<<seats[0]) != 0
}

// Begun reports whether a table is one to go on from: a continuation is not
// before this node plays at it.
func (r *Replica) Begun() bool {
	return r.t.Continuation() == nil || r.t.Step() > 0 && !r.cfg.Held
}

// Declined reports whether a continuation came to nothing for this node, which
// plays on in another one.
func (r *Replica) Declined() bool {
	return !r.Begun() && len(r.cfg.Seats) > 0 && !slices.ContainsFunc(r.cfg.Seats, func(o *LocalSeat) bool { return !o.Left })
}

// Release lets a continued table begin, now that its parent is closed.
func (r *Replica) Release(now time.Time) {
	r.at(now)
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
