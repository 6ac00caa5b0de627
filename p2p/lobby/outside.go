package lobby

import (
	"context"
	"time"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// A Scheduler runs the lobby's work and says what time it is.
type Scheduler interface {
	Now() time.Time
	// Go has f called soon, never before Go returns.
	Go(f func())
	// After has f called once the time is over, unless stop is called before.
	After(d time.Duration, f func()) (stop func())
}

// Tables are those that have begun.
type Tables interface {
	// Create makes a table, and begins to play it. asks is set where this node's
	// store may be an old copy: then it hears the others before it signs. done is
	// called when the table is stored.
	Create(g replica.Genesis, seats map[record.Key]session.OwnSeat, asks bool, done func(error))
	// Has reports whether a table is there.
	Has(id record.Hash) bool
	// Seats reports whether a running table is there, at which a node has a seat.
	Seats(id record.Hash, node record.Key) bool
	// Watchable lists the running tables that a node without a seat may watch.
	Watchable(by record.Key) []entry.Offer
	// Full lists the running public tables that this node has proposed and at which
	// another one has no seat. Those that it may not watch either are said to be full.
	Full(to record.Key) []entry.Offer
}

// A Network is the other nodes.
type Network interface {
	Connected(node record.Key) bool
	Nodes() []record.Key // that are connected
	// Dial asks for a connection, and does not wait for it.
	Dial(node record.Key)
	// OpenLobby and OpenJoin open streams; OpenJoin connects first if need be.
	OpenLobby(ctx context.Context, node record.Key) (entry.Stream, error)
	OpenJoin(ctx context.Context, node record.Key) (entry.Stream, error)
	// PeerID is what the network calls a node.
	PeerID(node record.Key) string
}

// A Store keeps what must not be lost. A change survives a crash from the moment on at
// which its method has returned nil.
type Store interface {
	PutOffer(id record.Hash, o OpenTable) error
	// MoveOffer stores an open table that was proposed anew, in place of the old one.
	MoveOffer(from, to record.Hash, o OpenTable) error
	DropOffer(id record.Hash) error
	Offers() (map[record.Hash]OpenTable, error)
	PutJoin(id record.Hash, r Reservation) error
	// GiveUp forgets a seat that is not wanted any more, and remembers that: the
	// host still has the join.
	GiveUp(id record.Hash) error
	// DropJoin forgets a seat at a table that has begun.
	DropJoin(id record.Hash) error
	Joins() (map[record.Hash]Reservation, error)
}

// A Reservation is a seat that this node has asked for, or has, at somebody else's
// table that has not begun, as it is stored.
type Reservation struct {
	Proposal record.Record `cbor:"proposal"`
	Join     record.Record `cbor:"join"`
	Host     record.Key    `cbor:"host"` // the node to ask
	Bot      entry.Bot     `cbor:"bot"`  // set if a computer player is to sit there
}
