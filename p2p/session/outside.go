package session

import (
	"errors"
	"time"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/p2p/kv"
	"fives/p2p/replica"
)

// A Scheduler runs the session's work and says what time it is.
type Scheduler interface {
	Now() time.Time
	// Go arranges for f to be called soon, never before Go returns.
	Go(f func())
	// Parallel calls f with 0 to n-1, in any order or at the same time, and
	// returns when all are done.
	Parallel(n int, f func(i int))
}

// A Network finds ways to other nodes. Its methods do not wait for the network.
type Network interface {
	Connected(node record.Key) bool
	// RoundTrip returns how long a connected node takes to answer, 0 if that is not known.
	RoundTrip(node record.Key) time.Duration
	// Open asks for a link to a connected node, which may arrive through [Table.Attach].
	Open(t *Table, node record.Key)
	// Dial asks for a connection.
	Dial(node record.Key)
	// Protect says whether a table needs the connection to a node.
	Protect(node record.Key, table record.Hash, needed bool)
	// KeepOut refuses, for a while, a node that plays at no table; Welcome ends that.
	KeepOut(node record.Key)
	Welcome(node record.Key)
}

// A Link is an ordered way to a node for one table. Its methods do not wait: a node that
// does not keep up loses its link, and starts again from what it has.
type Link interface {
	Node() record.Key
	Since() time.Time          // when the connection that carries it was made
	Send(replica.Message) bool // false if nothing more is sent
	Finish()                   // sends what is waiting, and nothing more
	Close()
}

// An Observer is told what happens at one table. It is called in the table's turns, so it
// must not wait for a turn.
type Observer interface {
	// Created says that the table is new, and stored.
	Created()
	// Turned says what happened in a turn; [Table.Snapshot] has it.
	Turned(notes []replica.Note)
	// Failed says that the store refuses what it should take.
	Failed(err error)
	// Called says that another node has called for this continuation.
	Called()
	// Restored says that the store had lost the table.
	Restored()
	// Watching says that a node without a seat follows the table, or no longer does.
	Watching(node record.Key, here bool)
	// Summary returns what to keep at hand about the table when it is archived.
	Summary(s *replica.Snapshot) ([]byte, error)
}

// A Store keeps what must not be lost. A change survives any crash once its method has
// returned nil.
type Store interface {
	Create(id record.Hash, g replica.Genesis, seats map[record.Key]OwnSeat) error
	Save(id record.Hash, s replica.Save) error
	Tables() ([]record.Hash, error)
	Load(id record.Hash) (*Stored, error)
	PutDone(id record.Hash, d Done) error
	Done(id record.Hash) (Done, bool, error)
	PutCall(id record.Hash, c Call) error
	Call(id record.Hash) (Call, error)
	PutHandovers(id record.Hash, own []replica.OwnHandover) error
	// Handovers returns what PutHandovers stored; said is false before the first time.
	Handovers(id record.Hash) (own []replica.OwnHandover, said bool, err error)
	PutAdmitted(id record.Hash, nodes []record.Key) error
	Admitted(id record.Hash) ([]record.Key, error)
	// GivenUp reports whether this node's seat at a table was given back before the
	// table began, or the table was forgotten.
	GivenUp(id record.Hash) (bool, error)
	// Forget removes a table for good.
	Forget(id record.Hash) error
}

// Errors of a [Store].
var (
	ErrDamaged = kv.ErrDamaged
	ErrForeign = errors.New("store: it belongs to another identity")
)

// An OwnSeat is a seat that this node plays.
type OwnSeat struct {
	Seed []byte // of its Ed25519 key; empty for the node's own identity
	Bot  string // strength of its computer player, "" for a person
	Hand seat.HandSecret
	Left bool
	Lost bool // see [replica.LocalSeat]
	// Before lists the tables of the game before the one that the seat's table goes on
	// from, the newest first: at most [MaxBefore], as far as this node knew when it sat
	// down.
	Before []record.Hash
}

// MaxBefore bounds the earlier tables that a node tells about and remembers.
const MaxBefore = 32

// Stored is what is stored of a table.
type Stored struct {
	ID      record.Hash
	Genesis replica.Genesis
	Records []record.Record // by step
	Notices []record.Record
	Faults  [][]record.Record
	Seats   map[record.Key]OwnSeat
}

// Done is the summary of an ended table. It is kept at hand, so that no start has to read
// and verify the log.
type Done struct {
	Nodes   []record.Key `cbor:"nodes"`   // the nodes that sat there
	Summary []byte       `cbor:"summary"` // of its [Observer]
	Lacking []int        `cbor:"lacking"` // seats whose nodes may lack something of it
	// Parent is the table that this one went on from, if this node has signed hands there.
	Parent *record.Hash `cbor:"parent,omitempty"`
}

// A Call is a continuation that somebody has called for, until it begins.
type Call struct {
	Caller   record.Key `cbor:"caller"`   // the node that told about it; zero for this one
	Accepted bool       `cbor:"accepted"` // this node's person has agreed
}
