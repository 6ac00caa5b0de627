package replica

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// Once there is proof against a seat, its records can only prove its guilt again, and
// verifying one can cost as much as a shuffle. But some are still needed: others may have
// taken them in before they knew, and all nodes must reach the same last settled hand. So
// records are verified only if another seat's node passes them on, and receipts, which are
// little work, whoever passes them on: a node that only watches may be the one that did not
// know. If one of them is wrong, this node ignores what that node says about that seat for
// a while.

// ignoredFor is how long records of a guilty seat are dropped if they come from a node that
// has passed on a wrong one.
const ignoredFor = 5 * Heartbeat

// A relay is a node that passes on records of a guilty seat.
type relay struct {
	node record.Key
	seat int
}

// takeIn verifies a record that a peer sent, if it is worth the work, and takes
// it in if it is good.
func (in *intake) takeIn(l *link, rec record.Record) error {
	if l == nil || !in.guilty(rec.Author) {
		return in.screen(rec)
	}
	if err := in.t.Screen(rec); err != nil {
		return err
	}
	way := relay{l.node, in.t.Terms().SeatOf(rec.Author)}
	if in.seats.sends(l.node, rec.Author) || in.seats.of(l.node) == 0 && !isReceipt(rec) || in.clock.since(in.lastWrong[way]) < ignoredFor {
		return table.ErrGuilty
	}
	err := in.accept(rec)
	if err != nil {
		in.lastWrong[way] = in.clock.now
	}
	return err
}

func isReceipt(rec record.Record) bool {
	place, err := rec.Peek()
	return err == nil && place.Kind == record.KindReceipt
}

// guilty reports whether the seat of a record's author has been proved guilty of a fault
// that stops the table.
func (in *intake) guilty(author record.Key) bool {
	seat := in.t.Terms().SeatOf(author)
	return seat >= 0 && in.t.Guilty(seat)
}

// noteFork takes in a second record of a guilty seat for the step in which a peer's log and
// this one part. It is not needed as proof against the seat, but it proves that the log has
// two branches.
func (in *intake) noteFork(l *link, rec record.Record) {
	place, err := rec.Peek()
	if err != nil || l.forked || len(place.About) > 0 || place.Step+1 != l.parted ||
		!slices.ContainsFunc(in.t.Records(place.Step), func(old record.Record) bool { return old.Author == rec.Author }) {
		return
	}
	if _, err := rec.Open(); err != nil {
		in.out.addPenalty(l.peer)
		return
	}
	l.forked = true
	in.t.NoteFork(place.Step)
}
