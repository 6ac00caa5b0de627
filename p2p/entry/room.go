package entry

import "fives/engine/record"

const (
	// MaxGuests is how many guests a node names.
	MaxGuests = 64
	// MaxRoom is the length in bytes of a frame that names them.
	MaxRoom = 16 << 10
)

// A Room is what a node says about guests: which ones it has, and whose guest it is itself;
// and about its page, if it has one (PROTOCOL §4.6).
type Room struct {
	Of     *record.Key `cbor:"of,omitempty"`     // whose guest the sender is
	Guests []Guest     `cbor:"guests,omitempty"` // of the sender, who are reached through it
	Hidden bool        `cbor:"hidden,omitempty"` // the sender's page is not shown: its device may go to sleep
	Twice  bool        `cbor:"twice,omitempty"`  // another daemon runs with the sender's key, and it signs nothing
	Plays  bool        `cbor:"plays,omitempty"`  // the sender, who has come by a link, plays with somebody whom it does not reach directly
}

// A Guest is a node that came by somebody's invitation. Only reaching it shows whether it
// is there, and who it is.
type Guest struct {
	Node record.Key `cbor:"node"`
}
