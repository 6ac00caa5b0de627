package replica

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// Once there is proof against a seat, its records can do no more than prove it
// again, and verifying one can cost as much as a shuffle. But some are still
// needed: others may have taken them in before they knew, and all nodes must reach
// the same last settled hand. So only those that another seat's node passes on are
// verified. If one of them is wrong, that node is not listened to about that seat
// for a while.

// ignoredFor is how long a node's records of a guilty seat are dropped after it has
// passed on a wrong one.
const ignoredFor = 5 * Heartbeat

// A relay is a node that passes on what a guilty seat has signed.
type relay struct {
	node record.Key
	seat int
}

// takeIn verifies a record that a peer sent, if it is worth the work, and takes
// it in if it is good.
func (r *Replica) takeIn(l *link, rec record.Record) error {
	if !r.guilty(rec.Author) {
		return r.screened(rec)
	}
	if err := r.t.Screen(rec); err != nil {
		return err
	}
	way := relay{l.node, r.t.Terms().SeatOf(rec.Author)}
	if r.isNodeOf(l, rec.Author) || r.seatsOf(l.node) == 0 || elapsed(r.lastWrong[way], r.now) < ignoredFor {
		return table.ErrGuilty
	}
	err := r.accept(rec)
	if err != nil {
		r.lastWrong[way] = r.now
	}
	return err
}

// screened takes in a record, if it is good.
func (r *Replica) screened(rec record.Record) error {
	if err := r.t.Screen(rec); err != nil {
		return err
	}
	return r.accept(rec)
}

// guilty reports whether there is proof of a fault, one that stops the table,
// against the seat of a record's author.
func (r *Replica) guilty(author record.Key) bool {
	seat := r.t.Terms().SeatOf(author)
	return seat >= 0 && r.t.Guilty(seat)
}

// isNodeOf reports whether a peer is the node of the seat with that key.
func (r *Replica) isNodeOf(l *link, author record.Key) bool {
	seat := r.t.Terms().SeatOf(author)
	return seat >= 0 && Node(r.t.Terms().Seats[seat]) == l.node
}

// noteFork takes in a second record of a guilty seat for the step in which a peer's
// log and this one part. As proof against the seat it is not needed, but it proves
// that the log has two branches.
func (r *Replica) noteFork(p Peer, l *link, rec record.Record) {
	place, err := rec.Peek()
	if err != nil || l.forked || place.Step+1 != l.parted ||
		!slices.ContainsFunc(r.t.Records(place.Step), func(old record.Record) bool { return old.Author == rec.Author }) {
		return
	}
	if _, err := rec.Open(); err != nil {
		r.penalize(p)
		return
	}
	l.forked = true
	r.t.NoteFork(place.Step)
}
