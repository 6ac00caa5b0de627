package lobby

import (
	"io"
	"time"

	"fives/p2p/wire"
)

// A Stream is a way to another node on which frames are written too.
type Stream interface {
	wire.Stream
	io.Writer
	SetWriteDeadline(time.Time) error
}

const (
	// FrameTime is the time for each frame before the seat is given.
	FrameTime = 10 * time.Second
	// MaxStrangerFrame is the length in bytes of a frame that anybody may send.
	MaxStrangerFrame = 8 << 10
	// MaxAnswer is the length in bytes of a lobby's answer, and of a genesis.
	MaxAnswer = 64 << 10
)
