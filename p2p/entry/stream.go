package entry

import (
	"io"
	"net/netip"
	"time"

	"fives/engine/record"
	"fives/p2p/wire"
)

// A Stream is a way to another node on which frames are written too.
type Stream interface {
	wire.Stream
	io.Writer
	SetWriteDeadline(time.Time) error
	CloseRead() error
	Close() error
	Reset() error
	Node() record.Key    // at the other end
	Address() netip.Addr // of it, the zero address if it has none, or others carry the stream
	Source() netip.Addr  // whence the stream comes: of it, or of who carries the stream
}

const (
	// FrameTime is the time for each frame before the seat is given.
	FrameTime = 10 * time.Second
	// MaxStrangerFrame is the length in bytes of a frame that anybody may send.
	MaxStrangerFrame = 8 << 10
	// MaxAnswer is the length in bytes of a lobby's answer, and of a genesis.
	MaxAnswer = 64 << 10
)
