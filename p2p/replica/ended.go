package replica

import (
	"slices"
	"time"

	"fives/engine/record"
)

// Ended reports whether nothing is left to do at a table but to give everybody all
// of its log: its game is over, or all but one of the nodes have left. It depends
// on the log and the notices alone, so nodes that have the same agree on it.
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

// MissingReceipts lists the seats whose receipts of the last hand are missing; nil
// while the game runs.
func (r *Replica) MissingReceipts() []int {
	if !r.t.Over() {
		return nil
	}
	return r.t.Missing()
}

// InSync reports whether a peer says that it has exactly what this node has, and
// neither waits for an answer to an [Ask]. At a table that has ended, nothing is
// left to send to it then.
func (r *Replica) InSync(p Peer) bool {
	l := r.links[p]
	if l == nil || !l.told {
		return false
	}
	mine := r.have()
	asks := len(mine.Asks)+len(l.said.Asks) > 0
	return mine.equal(l.said) && !(asks && len(r.MissingReceipts()) > 0)
}

// Extent counts the steps, records, notices and faults that this node has of the
// table. It only grows.
func (r *Replica) Extent() int {
	return int(r.t.Step()) + len(r.t.Arrived()) + len(r.t.Notices()) + len(r.t.Faults())
}

// Tell sends a peer this node's Have.
func (r *Replica) Tell(p Peer, now time.Time) {
	r.setTime(now)
	if l := r.links[p]; l != nil {
		r.tell(p, l)
	}
}

// HangUp notes that a connection was closed because both nodes have everything:
// unlike after Disconnect, the peer does not count as away.
func (r *Replica) HangUp(p Peer, now time.Time) {
	r.setTime(now)
	delete(r.links, p)
	r.order = slices.DeleteFunc(r.order, func(q Peer) bool { return q == p })
}
