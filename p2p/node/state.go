package node

import (
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A tableState is what this node knows of a table: a [replica.Replica], or a snapshot of one. This
// package only reads it.
type tableState interface {
	Table() *table.Table
	Seats() []*replica.LocalSeat // of this node
	Local() *replica.LocalSeat   // this node's own seat, nil for an onlooker
	Observe(*replica.LocalSeat) rules.Observation
	Online(seat int) (online bool, since time.Time)
	Absent(seat int) (since time.Time, lasts time.Duration)
	Deadline() time.Time // of the running turn, zero if there is none
	Called() bool        // it is a continuation that waits for this node's consent
	InPlay() bool        // this node plays, or has played, at the table
	Withdrawn() bool     // a continuation that cannot begin any more
	Ready() bool         // this node signs
	Halted() bool        // this node does not sign, because another daemon runs with its key
	Unheard() []int      // the seats that this node has to hear before it signs
	Problem() error      // why this node cannot go on
	// CoverAt is when the others act for a seat, zero if they do not. MayCover lists the seats
	// that this node may stop waiting for.
	CoverAt(seat int) time.Time
	MayCover() []int
	Lost() []int                            // the seats that have left and without which this node cannot go on
	Lacking(seat int) bool                  // the seat's node says that it lacks the hand's key
	OnlyHeardBy(seat int) (by int, is bool) // the only seat whose node says that it hears this one
	FalseVotes(seat int) int                // how often the seat has voted away one that was here
	Handovers() []replica.HandoverState
	HandoverMark() replica.HandoverMark
	Value(h replica.Handover) record.Hash
	Without(seat int) time.Time
	OwnHandovers() []replica.OwnHandover // what this node says about handovers
}
