package transfer

import (
	"crypto/sha256"
	"time"

	"fives/p2p/entry"
)

// Frames of a transfer stream (PROTOCOL §8). The new place speaks first:
//
//	new → old  Begin          the schema of its store, and a nonce
//	old → new  entry.Welcome  a nonce, or why not
//	new → old  entry.Proof    and the PAKE, as on a join stream: its share,
//	old → new  entry.Welcome  share and tag,
//	new → old  entry.Proof    tag
//	old → new  entry.Welcome
//	old → new  Copy           what comes
//	old → new  Piece          the sealed copy, as many as it takes
//	new → old  Kept           it is on the disk
//	old → new  Release        what opens it; the old place has forgotten everything else
//	new → old  Kept           it is opened, and the node goes on at the new place
type (
	Begin struct {
		Schema  uint64      `cbor:"schema"`
		Session entry.Nonce `cbor:"session"`
	}
	Copy struct {
		Bytes uint64            `cbor:"bytes"`
		Sum   [sha256.Size]byte `cbor:"sum"` // SHA-256 of all pieces
	}
	Piece struct {
		Data []byte `cbor:"data"`
	}
	Kept struct {
		Sum [sha256.Size]byte `cbor:"sum"`
	}
	Release struct {
		Opener [16]byte `cbor:"opener"`
	}
)

const (
	pieceSize = 64 << 10 // bytes
	maxFrame  = pieceSize + 64
	maxCopy   = 64 << 20 // bytes

	// copyTime is for all pieces, and until they are on the disk; the tables at the old place
	// stand still meanwhile.
	copyTime = 60 * time.Second
	// seekTime is how long the old place is looked for, seekPause the time between two tries.
	seekTime  = 15 * time.Second
	seekPause = 300 * time.Millisecond
	// offerTime is how long a code is good.
	offerTime = 5 * time.Minute
)
