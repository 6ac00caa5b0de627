package replica

import (
	"fmt"

	"fives/p2p/replica/asks"
	"fives/p2p/replica/message"
)

// What nodes say to each other: see package message.
type (
	Message  = message.Message
	Genesis  = message.Genesis
	Have     = message.Have
	Heads    = message.Heads
	Ask      = asks.Ask
	Envelope = message.Envelope
	Peer     = message.Peer
)

// MaxLine is how many bytes a line of chat may have.
const MaxLine = 500

// ErrLine refuses a line of chat.
var ErrLine = fmt.Errorf("replica: a line has 1 to %d bytes", MaxLine)

// Limits of what one message may hold.
const (
	batchBytes = 192 << 10 // records in one message, roughly
	maxRecords = 512       // records in one message
	maxHeads   = 2048      // heads in one message
	maxInvalid = 8         // invalid records in one message; the rest is not looked at
)
