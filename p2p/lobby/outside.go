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
	// Stopped reports whether a running table has stopped for good, so that only another one can go
	// on from it.
	Stopped(id record.Hash) bool
	// Watchable lists the running tables that a node without a seat may watch.
	Watchable(by record.Key) []entry.Offer
	// Full lists the running public tables that this node has proposed and at which
	// another one has no seat. Those that it may not watch either are said to be full.
	Full(to record.Key) []entry.Offer
	// Doors lists the running tables of this node's at which a newcomer can ask for a seat,
	// and what they may know of each.
	Doors(to record.Key) []entry.Door
	// Ask keeps that a newcomer at a door would like a seat, until withdraw is called. news
	// is called, never before Ask returns, with how that stands, whenever it changes; it
	// does not wait. After the last news nothing needs to be withdrawn. The error is an
	// [entry.Refusal].
	Ask(table record.Hash, h replica.Handover, news func(entry.DoorNews)) (withdraw func(), err error)
}

// A Network is the other nodes.
type Network interface {
	Connected(node record.Key) bool
	Nodes() []record.Key // that are connected
	// Elsewhere reports whether a connected node is not here: a link has led to it or it here, or it is
	// somebody's guest, or reached through another node.
	Elsewhere(node record.Key) bool
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
	PutWish(id record.Hash, w Wish) error
	// MoveWish stores a wish for a seat at the table that goes on from another one, in
	// place of the old one.
	MoveWish(from, to record.Hash, w Wish) error
	DropWish(id record.Hash) error
	Wishes() (map[record.Hash]Wish, error)
	// PutCode stores the code of a private table that has begun, for its door. It goes
	// when the table is forgotten.
	PutCode(id record.Hash, code entry.StoredCode) error
	// Code is what PutCode stored, without a text if nothing.
	Code(id record.Hash) (entry.StoredCode, error)
	// PutSentAway stores which nodes get no seat at the door of a table that has begun. It goes
	// when the table is forgotten.
	PutSentAway(id record.Hash, nodes []record.Key) error
	SentAway(id record.Hash) ([]record.Key, error)
}

// A Reservation is a seat that this node has asked for, or has, at somebody else's
// table that has not begun, as it is stored.
type Reservation struct {
	Proposal record.Record `cbor:"proposal"`
	Join     record.Record `cbor:"join"`
	Host     record.Key    `cbor:"host"` // the node to ask
	Bot      entry.Bot     `cbor:"bot"`  // set if a computer player is to sit there
	Code     string        `cbor:"code"` // with which the seat was got, "" for none
}

// A Wish is a seat at a running table for which this node has asked at its door, as it is
// stored.
type Wish struct {
	Door   entry.Door `cbor:"door"` // of the table, as it was last told
	Seat   int        `cbor:"seat"` // of the table
	Name   string     `cbor:"name"` // of this node's person there
	Now    bool       `cbor:"now"`
	Code   string     `cbor:"code"`   // "" for none
	Keeper record.Key `cbor:"keeper"` // the node that was asked last
}
