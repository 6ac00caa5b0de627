package replica

import (
	"fmt"
	"slices"

	"fives/engine/record"
)

// A Message is what nodes say to each other about one table. Any of its parts
// may be empty.
type Message struct {
	Genesis *Genesis        `cbor:"genesis,omitempty"`
	Records []record.Record `cbor:"records,omitempty"`
	Notices []record.Record `cbor:"notices,omitempty"`
	Heads   *Heads          `cbor:"heads,omitempty"`
	Have    *Have           `cbor:"have,omitempty"`
	// Say is a line of chat. It is not forwarded. It keeps its number when it is sent again, and
	// no other line of its sender at the table has that.
	Say  string `cbor:"say,omitempty"`
	Line uint64 `cbor:"line,omitempty"`
	// More says that the sender has more to send, and goes on after a Have.
	More bool `cbor:"more,omitempty"`
}

// Have says what a node has of a table.
type Have struct {
	Empty   bool        `cbor:"empty,omitempty"` // nothing, not even the genesis
	Step    uint64      `cbor:"step"`
	Head    record.Hash `cbor:"head"`
	Arrived uint64      `cbor:"arrived"`           // seats whose records of this step have arrived, one bit each
	Ballots []Ballot    `cbor:"ballots,omitempty"` // votes on records of this step
	Links   uint64      `cbor:"links"`             // seats whose nodes it is connected to, itself included
	Guilty  uint64      `cbor:"guilty"`            // seats of which it has proof of a fault that stops the table
	Past    uint64      `cbor:"past,omitempty"`    // the same, for faults in hands that everybody has receipted
	Left    uint64      `cbor:"left"`              // seats that have left
	Stopped bool        `cbor:"stopped,omitempty"` // a fault has stopped the table
	Lacks   uint64      `cbor:"lacks,omitempty"`   // its own seats that cannot go on in the running hand
	Asks    []Ask       `cbor:"asks,omitempty"`
	// Branch says that step, head and arrived describe what the sender has of the
	// receiver's branch, not its own log.
	Branch bool `cbor:"branch,omitempty"`
	// Handovers is what the sender says about handovers, and Act a number for what its person
	// has done last at the table.
	Handovers []Word `cbor:"handovers,omitempty"`
	Act       uint64 `cbor:"act,omitempty"`
}

// Equal reports whether two Haves ask for the same.
func (h Have) Equal(g Have) bool {
	return h.Empty == g.Empty && h.Step == g.Step && h.Head == g.Head && h.Arrived == g.Arrived && slices.Equal(h.Ballots, g.Ballots) &&
		h.Guilty == g.Guilty && h.Past == g.Past && h.Left == g.Left && h.Branch == g.Branch
}

// Prove notes that there is proof of a fault of a seat. It returns false if that was noted
// before; a proof of a fault that stops the table counts for both sets.
func (h *Have) Prove(seat int, stops bool) bool {
	set, known := &h.Past, h.Past|h.Guilty
	if stops {
		set, known = &h.Guilty, h.Guilty
	}
	*set |= 1 << seat
	return known&(1<<seat) == 0
}

// Heads lists the heads of consecutive steps.
type Heads struct {
	From  uint64        `cbor:"from"`
	Heads []record.Hash `cbor:"heads"`
}

// An Envelope is a message and its receiver.
type Envelope struct {
	To      Peer
	Message Message
}

// A Peer names a connection to another node, in whatever way the caller likes.
type Peer string

// MaxLine is how many bytes a line of chat may have.
const MaxLine = 500

// ErrLine is the error for a line of chat that is empty or too long.
var ErrLine = fmt.Errorf("replica: a line has 1 to %d bytes", MaxLine)

// Limits of what one message may hold.
const (
	batchBytes = 192 << 10 // records in one message, roughly
	maxRecords = 512       // records in one message
	maxHeads   = 2048      // heads in one message
	maxInvalid = 8         // invalid records in one message; the rest is ignored
)
