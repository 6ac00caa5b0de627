package entry

import "fives/engine/record"

const (
	// MaxGuests is how many guests a node names.
	MaxGuests = 64
	// MaxRoom is the length in bytes of a frame that names them.
	MaxRoom = 16 << 10
)

// A Room is what a node says of guests: its own, and whose it is (PROTOCOL §4.6).
type Room struct {
	Of     *record.Key `cbor:"of,omitempty"`     // whose guest the sender is
	Guests []Guest     `cbor:"guests,omitempty"` // of the sender, who are reached through it
}

// A Guest is a node that came by somebody's invitation. That it is who it is called shows
// when it is reached.
type Guest struct {
	Node record.Key `cbor:"node"`
	Name string     `cbor:"name,omitempty"`
}
