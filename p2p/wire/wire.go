// Package wire frames messages on a stream: four bytes of length, big-endian, then that many bytes of deterministic
// CBOR (PROTOCOL §3).
//
// Signed bytes are strict for ever, and package engine/record reads them. Frames are not signed, and grow: [Decode]
// ignores unknown keys, so that a node of a newer version may say more than this one understands.
//
// Reading never allocates more than has arrived, refuses frames that are too long, and gives a frame that has begun a
// limited time to end. A stream that ends between two frames is at [io.EOF], and nowhere else. Packages entry, replica,
// streams and twin define the messages.
package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"fives/engine/record"
)

// MaxFrame is the longest frame in bytes.
const MaxFrame = 512 << 10

// A frame that has begun must arrive within frameTime and one more second for each minRate bytes of its length.
const (
	frameTime = 20 * time.Second
	minRate   = 16 << 10 // bytes a second
)

// ErrTooLong says that a frame is longer than [MaxFrame].
var ErrTooLong = errors.New("wire: the frame is too long")

// Write encodes v and sends it as one frame.
func Write(w io.Writer, v any) error {
	b, err := Encode(v)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// Encode returns v as one frame, with its length. The error wraps [ErrTooLong] if it is longer than [MaxFrame].
func Encode(v any) ([]byte, error) {
	b, err := record.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	if len(b) > MaxFrame {
		return nil, fmt.Errorf("%w: %d bytes", ErrTooLong, len(b))
	}
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(b))), b...), nil
}

// A Stream can be read with deadlines.
type Stream interface {
	io.Reader
	SetReadDeadline(time.Time) error
}

// Read reads one frame into v, and waits up to idle for it to begin. The error wraps [ErrTooLong] or
// [record.ErrEncoding], or is one of the stream.
func Read(s Stream, idle time.Duration, v any) error {
	if err := s.SetReadDeadline(time.Now().Add(idle)); err != nil {
		return err
	}
	n, err := readLength(s, MaxFrame)
	if err != nil {
		return err
	}
	limit := frameTime + time.Duration(n)*time.Second/minRate
	if err := s.SetReadDeadline(time.Now().Add(limit)); err != nil {
		return err
	}
	return readBody(s, n, v)
}

// ReadShort reads one frame of at most limit bytes into v. The whole frame must arrive within the given time. It is for
// frames that anybody may send.
func ReadShort(s Stream, within time.Duration, limit uint32, v any) error {
	if err := s.SetReadDeadline(time.Now().Add(within)); err != nil {
		return err
	}
	n, err := readLength(s, limit)
	if err != nil {
		return err
	}
	return readBody(s, n, v)
}

func readLength(s io.Reader, limit uint32) (uint32, error) {
	var head [4]byte
	if _, err := io.ReadFull(s, head[:]); err != nil {
		return 0, err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > limit {
		return 0, fmt.Errorf("%w: %d bytes", ErrTooLong, n)
	}
	return n, nil
}

func readBody(s io.Reader, n uint32, v any) error {
	var buf bytes.Buffer
	if _, err := io.CopyN(&buf, s, int64(n)); err != nil {
		if errors.Is(err, io.EOF) { // which says that a stream has ended properly
			err = io.ErrUnexpectedEOF
		}
		return fmt.Errorf("wire: frame of %d bytes: %w", n, err)
	}
	return Decode(buf.Bytes(), v)
}
