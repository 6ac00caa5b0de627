package entry

import (
	"fives/engine/record"
)

// A Request asks a node what it offers; an Answer says so (PROTOCOL §4.1).
type (
	Request struct {
		Minor uint64 `cbor:"minor,omitempty"`
	}

	Answer struct {
		Name    string  `cbor:"name"`
		Version string  `cbor:"version"`
		Minor   uint64  `cbor:"minor,omitempty"`
		Offers  []Offer `cbor:"offers"`
		Doors   []Door  `cbor:"doors,omitempty"`  // of running tables among the offers
		Screen  bool    `cbor:"screen,omitempty"` // the node shows tables on a big screen
	}

	// An Offer of an open private table has the ID only.
	Offer struct {
		ID       record.Hash    `cbor:"id"`
		Private  bool           `cbor:"private"`
		Proposal *record.Record `cbor:"proposal,omitempty"`
		Taken    []string       `cbor:"taken,omitempty"`
		Bots     uint64         `cbor:"bots,omitempty"`    // how many of an open table's Taken, behind the host, are computer players of the host's
		Running  bool           `cbor:"running,omitempty"` // it is played, and may be watched
		// Full says of a running table that nobody may watch it.
		Full bool `cbor:"full,omitempty"`
		// Stopped says of a running table that nobody plays there before it goes on as another one.
		Stopped bool `cbor:"stopped,omitempty"`
		// Credential lets who asks watch a private table.
		Credential *Credential `cbor:"credential,omitempty"`
		// Door says which seats of a running table a newcomer can ask for. It travels in
		// [Answer.Doors].
		Door *Door `cbor:"-"`
	}
)

// Frames of a join stream (PROTOCOL §4.2). The joiner speaks first:
//
//	joiner → host  Hello        the table, and a nonce
//	host → joiner  Welcome      the proposal; or first, for a private table, a nonce
//	joiner → host  Proof          and the PAKE: its share,
//	host → joiner  Welcome        share and tag,
//	joiner → host  Proof          tag
//	host → joiner  Welcome
//	joiner → host  SeatRequest  the signed join
//	host → joiner  RoomNews     who sits there; and again, with each change
//
// At the door of a running table the Welcome has that instead of a proposal, the
// SeatRequest a wish, and a DoorNews follows.
type (
	Hello struct {
		Table   record.Hash `cbor:"table"`
		Session Nonce       `cbor:"session"`
		Minor   uint64      `cbor:"minor,omitempty"`
		Seat    bool        `cbor:"seat,omitempty"` // a seat of a running table is asked for, at its door
	}
	Welcome struct {
		Refused  string         `cbor:"refused,omitempty"`
		Session  *Nonce         `cbor:"session,omitempty"`
		Share    []byte         `cbor:"share,omitempty"`
		Tag      []byte         `cbor:"tag,omitempty"`
		Proposal *record.Record `cbor:"proposal,omitempty"`
		Door     *Door          `cbor:"door,omitempty"`
	}
	Proof struct {
		Share []byte `cbor:"share,omitempty"`
		Tag   []byte `cbor:"tag,omitempty"`
	}
	SeatRequest struct {
		Join  *record.Record `cbor:"join,omitempty"`
		Leave bool           `cbor:"leave,omitempty"` // gives the seat back, or takes the wish for one back
		Wish  *Wish          `cbor:"wish,omitempty"`
		Say   string         `cbor:"say,omitempty"` // a line of talk, for all who wait
	}
	RoomNews struct {
		Refused   string   `cbor:"refused,omitempty"`
		Taken     []string `cbor:"taken,omitempty"`
		Bots      uint64   `cbor:"bots,omitempty"` // as in an [Offer]
		Begun     bool     `cbor:"begun,omitempty"`
		Withdrawn bool     `cbor:"withdrawn,omitempty"`
		Said      *Line    `cbor:"said,omitempty"`
	}
	// A Line is said in the waiting room, by the node of a seat: its number in Taken.
	Line struct {
		Seat uint64 `cbor:"seat"`
		Text string `cbor:"text"`
	}
)
