package replica

import (
	"slices"
	"time"

	"fives/engine/record"
)

// Ended reports whether nothing is left to do at a table but to see that everybody
// has all of its log: its game is over, or all but one of the nodes have left.
// Who has the same log and notices says the same.
func (r *Replica) Ended() bool {
	if r.t.Over() {
		return true
	}
	if len(r.t.Notices()) == 0 {
		return false
	}
	var staying []record.Key
	for i, s := range r.t.Terms().Seats {
		if node := Node(s); !r.t.HasLeft(i) && !slices.Contains(staying, node) {
			staying = append(staying, node)
		}
	}
	return len(staying) <= 1
}

// Owed lists the seats whose signatures a game that is over still lacks.
func (r *Replica) Owed() []int {
	if !r.t.Over() {
		return nil
	}
	return r.t.Missing()
}

// Even reports whether a peer has, by its own word, just what this node has, and
// neither waits for the other's. At a table that has ended, nothing is left to
// say to it then.
func (r *Replica) Even(p Peer) bool {
	l := r.links[p]
	if l == nil || !l.told {
		return false
	}
	mine := r.have()
	asks := len(mine.Asks)+len(l.said.Asks) > 0
	return mine.like(l.said) && !(asks && len(r.Owed()) > 0)
}

// Extent counts what this node has of the table. It only grows.
func (r *Replica) Extent() int {
	return int(r.t.Step()) + len(r.t.Arrived()) + len(r.t.Notices()) + len(r.t.Faults())
}

// Tell says to a peer what this node has.
func (r *Replica) Tell(p Peer, now time.Time) {
	r.at(now)
	if l := r.links[p]; l != nil {
		r.tell(p, l)
	}
}

// Part notes that a connection has ended because there is nothing left to say:
// its node is not away.
func (r *Replica) Part(p Peer, now time.Time) {
	r.at(now)
	delete(r.links, p)
	r.order = slices.DeleteFunc(r.order, func(q Peer) bool { return q == p })
}
