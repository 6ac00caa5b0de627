package session

import (
	"slices"

	"fives/engine/record"
	"fives/p2p/replica"
)

// An outbox is what a table has to store, and to let out when that is stored.
type outbox struct {
	replica.Output
	after []func()
}

func (o *outbox) add(later replica.Output) { o.Output.Add(later) }

// then has f done when all of it is out.
func (o *outbox) then(f func()) { o.after = append(o.after, f) }

// unsend drops what waits to be sent to a node.
func (o *outbox) unsend(node record.Key) {
	o.Send = slices.DeleteFunc(o.Send, func(e replica.Envelope) bool { return e.To == peer(node) })
}
