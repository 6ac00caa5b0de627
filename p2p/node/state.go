package node

import (
	"time"

	"fives/engine/rules"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A tableState is what is known of a table on this node: a [replica.Replica], or a
// snapshot of one. Nothing here changes it.
type tableState interface {
	Table() *table.Table
	Seats() []*replica.LocalSeat // of this node
	Local() *replica.LocalSeat   // this node's own seat, nil for an onlooker
	Observe(*replica.LocalSeat) rules.Observation
	Online(seat int) (online bool, since time.Time)
	Deadline() time.Time // of the running turn, zero if there is none
	Called() bool        // a continuation that waits for consent
	Ready() bool         // signs
	Halted() bool        // does not, because another daemon runs with this node's key
	Unheard() []int      // seats to be heard before it does
	Problem() error      // why it cannot go on
	// CoverAt is when the others act for a seat, zero if they do not; MayCover lists the
	// seats for which this node need not wait any longer.
	CoverAt(seat int) time.Time
	MayCover() []int
	Lacking(seat int) bool                  // its node says that it lacks the hand's key
	OnlyHeardBy(seat int) (by int, is bool) // by whose node alone it is said to be heard
	FalseVotes(seat int) int                // about seats that were here
	Handovers() []replica.HandoverState
	OwnHandovers() []replica.OwnHandover // what this node says of them
}
