package replica

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// Proof against a seat makes its records cheap: they cannot do more than prove it
// again, and each of them could cost as much as verifying a shuffle. But those
// that others have taken in before they knew are still needed, so that all come
// to the same last settled hand. So only such as another seat's node passes on
// are verified, and after a wrong one none of that seat from that node for a
// while.

// wariness is how long a node is not listened to about a guilty seat of which it
// has passed on a wrong record.
const wariness = 5 * Heartbeat

// A relay is a node that passes on what a guilty seat has signed.
type relay struct {
	node record.Key
	seat int
}

// judge verifies a record that a peer sent, if it is worth the work, and takes
// it in if it is good.
func (r *Replica) judge(l *link, rec record.Record) error {
	if !r.guilty(rec.Author) {
		return r.screened(rec)
	}
	if err := r.t.Screen(rec); err != nil {
		return err
	}
	way := relay{l.node, r.t.Terms().SeatOf(rec.Author)}
	if r.own(l, rec.Author) || r.seatsOf(l.node) == 0 || elapsed(r.wrong[way], r.now) < wariness {
		return table.ErrGuilty
	}
	err := r.accept(rec)
	if err != nil {
		r.wrong[way] = r.now
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

// guilty reports whether the author of a record has a seat of whose fault there is
// a proof that stops the table.
func (r *Replica) guilty(author record.Key) bool {
	seat := r.t.Terms().SeatOf(author)
	return seat >= 0 && r.t.Guilty(seat)
}

// own reports whether a peer is the node of the seat with that key.
func (r *Replica) own(l *link, author record.Key) bool {
	seat := r.t.Terms().SeatOf(author)
	return seat >= 0 && Node(r.t.Terms().Seats[seat]) == l.node
}

// noteFork takes in the other one of two records of a guilty seat with which a
// peer's log parted from this one. As proof against the seat it is not needed;
// but that the logs part is proved by it.
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
