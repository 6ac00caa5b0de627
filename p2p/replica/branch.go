package replica

import (
	"time"

	"fives/engine/record"
	"fives/engine/table"
)

// When a fork is proved, a node that has signed nothing after it looks at the branches of
// its peers: instead of what it has itself, it tells such a peer what it has of the peer's
// branch, so that it is sent the rest. It goes over to the first branch that prevails
// (PROTOCOL §5.4).

// look begins or ends looking at a peer's branch, depending on what the peer has said last.
// It begins rarely, because that makes a new table.
func (r *Replica) look(l *link) {
	if r.meets(l) {
		l.parted, l.forked, l.branch = 0, false, nil
		return
	}
	if b := l.branch; b != nil {
		if head, ok := b.Table().HeadAt(l.said.Step); ok && head != l.said.Head || !r.free(b.From) {
			l.branch = nil
		}
		return
	}
	if l.parted <= r.t.FirstStep() || !r.forkedBy(l) && !r.t.Terms().Covers() || !r.free(l.parted-1) ||
		r.seats.of(l.node) == 0 || r.in.guilty(l.node) || r.clock.since(l.looked) < 5*Heartbeat {
		return
	}
	l.looked = r.clock.now
	if b, err := table.NewBranch(r.t, l.parted-1); err == nil {
		l.branch = b
		r.repl.sendHave(l)
	}
}

// meets reports whether a peer's log is the same as this node's, or goes on from it: one of
// the two may have gone over.
func (r *Replica) meets(l *link) bool {
	head, ok := r.t.HeadAt(l.said.Step)
	if ok && head == l.said.Head && l.said.Step >= l.parted && !l.said.Branch {
		return true
	}
	if l.branch == nil || r.t.Step() <= l.branch.From {
		return false
	}
	head, ok = l.branch.Table().HeadAt(r.t.Step())
	return ok && head == r.t.Head()
}

// free reports whether this node may look for a branch that parts from its own log in a
// step: nothing that it has signed would be lost, it has not left, and some of those who
// play have not receipted the hand here. At a table with cover the branch itself shows
// whether the records that this node has signed after that step count.
func (r *Replica) free(step uint64) bool {
	return !r.t.Receipted(step) && (len(r.seats.local) == 0 || r.seats.staying()) && (r.t.Terms().Covers() || !r.bound(step))
}

// bound reports whether this node has signed something after a step.
func (r *Replica) bound(step uint64) bool {
	return r.t.SignedSince(step+1, func(key record.Key) bool { return r.seats.isLocal(r.t.Terms().SeatOf(key)) })
}

// mayGoOver reports whether a branch that prevails costs this node nothing: either it has
// signed nothing after the step in which the branch parts, or the branch has voted away a
// record there that this log has. In the second case, records signed after that step prove
// nothing.
func (r *Replica) mayGoOver(b *table.Branch) bool {
	_, outvotes := b.Table().Outvotes(r.t)
	return r.free(b.From) && (outvotes || !r.bound(b.From))
}

// branch takes in those of a peer's records that belong to its branch, and returns the
// others.
func (r *Replica) branch(l *link, recs []record.Record) (rest []record.Record) {
	for _, rec := range recs {
		if l.branch == nil {
			rest = append(rest, rec)
			continue
		}
		has, err := l.branch.Take(rec)
		if !has {
			rest = append(rest, rec)
		}
		if err != nil {
			l.branch = nil // no honest node has that record in its log
		} else if b := l.branch.JoinVotes(r.t); b.Prevails(r.t) && r.mayGoOver(b) {
			r.goOver(b)
		}
	}
	return rest
}

// goOver replaces this node's log, with which peers were compared, by a branch.
func (r *Replica) goOver(b *table.Branch) {
	r.given = r.Extent()
	b.Replace(r.t)
	r.clock.step, r.problem = r.clock.now, nil
	for _, o := range r.seats.local {
		o.thinks = time.Time{}
	}
	for _, l := range r.links.order {
		l.have, l.full, l.compared, l.parted, l.forked, l.branch = l.said, false, time.Time{}, 0, false, nil
	}
	r.out.Save.Anew, r.out.Save.Records, r.out.Save.Faults = true, r.t.AllRecords(), r.t.Faults()
	r.out.addNote(Note{Branch: &b.From})
	r.repl.sendHaveToAll()
}
