package session

import (
	"slices"

	"fives/engine/record"
	"fives/p2p/replica"
)

// An outbox holds what a table has to store, and what to send once that is stored.
type outbox struct {
	replica.Output
	after []func()
	seen  int // how many of the notes people have been shown
}

func (o *outbox) add(later replica.Output) { o.Output.Add(later) }

// then arranges for f to be called when all of it has been sent.
func (o *outbox) then(f func()) { o.after = append(o.after, f) }

// unsend drops what waits to be sent to a node.
func (o *outbox) unsend(node record.Key) {
	o.Send = slices.DeleteFunc(o.Send, func(e replica.Envelope) bool { return e.To == peer(node) })
}

// signs reports whether the outbox holds something that this node has signed or says, or a
// proof against somebody.
func (o *outbox) signs() bool {
	s := o.Save
	return len(s.Notices)+len(s.Faults)+len(s.Secrets) > 0 || s.Said
}

// notesToShow returns the notes that people have not been shown yet, and counts them as
// shown.
func (o *outbox) notesToShow() []replica.Note {
	unseen := o.Notes[o.seen:]
	o.seen = len(o.Notes)
	return unseen
}

// canWait reports whether the outbox holds only records of other nodes, for a step that is
// not complete. Their nodes have stored them, nobody has been told that this node has them,
// and nothing that people are shown depends on them. So they can be stored with whatever
// comes next, at the latest with the next tick: a step that waits for three seats costs one
// commit, not three in a row.
func (o *outbox) canWait() bool {
	s := o.Save
	return len(s.Notices)+len(s.Faults)+len(s.Secrets)+len(o.Send)+len(o.Notes)+len(o.Penalize)+len(o.after) == 0 && !s.Said
}
