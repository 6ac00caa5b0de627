package wire_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/fxamacker/cbor/v2"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/wire"
	"fives/p2p/wire/wiretest"
)

// A tape is a stream that plays back bytes. It notes the deadline it is given.
type tape struct {
	io.Reader
	deadline time.Time
}

func (t *tape) SetReadDeadline(at time.Time) error {
	t.deadline = at
	return nil
}

func play(b []byte) *tape { return &tape{Reader: bytes.NewReader(b)} }

func header(n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }

// frame puts raw bytes into a frame.
func frame(b []byte) []byte { return append(header(uint32(len(b))), b...) }

func TestReadWhatWasWritten(t *testing.T) {
	sent := replica.Message{Say: "hello", Have: &replica.Have{Step: 7, Links: 3}}
	var buf bytes.Buffer
	for range 2 {
		if err := wire.Write(&buf, sent); err != nil {
			t.Fatal(err)
		}
	}
	s := &tape{Reader: iotest.OneByteReader(&buf)}
	for range 2 {
		var got replica.Message
		if err := wire.Read(s, time.Second, &got); err != nil {
			t.Fatal(err)
		}
		if got.Say != sent.Say || got.Have.Step != sent.Have.Step || got.Have.Links != sent.Have.Links {
			t.Errorf("got %+v", got)
		}
	}
	var none replica.Message
	if err := wire.Read(s, time.Second, &none); !errors.Is(err, io.EOF) {
		t.Errorf("after the last frame: %v", err)
	}
}

// TestCutOff: a stream that ends in the middle of a frame has not ended properly.
func TestCutOff(t *testing.T) {
	whole, err := wire.Encode(replica.Message{Say: "hello"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(whole) {
		var m replica.Message
		if err := wire.Read(play(whole[:n]), time.Second, &m); errors.Is(err, io.EOF) != (n == 0) || errors.Is(err, io.ErrUnexpectedEOF) != (n > 0) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

func TestTooLong(t *testing.T) {
	for _, n := range []uint32{wire.MaxFrame + 1, 1 << 30, 1<<32 - 1} {
		var m replica.Message
		if err := wire.Read(play(header(n)), time.Second, &m); !errors.Is(err, wire.ErrTooLong) {
			t.Errorf("a frame of %d bytes: %v", n, err)
		}
	}
	var m replica.Message
	if err := wire.ReadShort(play(frame(make([]byte, 101))), time.Second, 100, &m); !errors.Is(err, wire.ErrTooLong) {
		t.Errorf("a short frame of 101 bytes: %v", err)
	}
	if err := wire.Write(io.Discard, replica.Message{Say: strings.Repeat("x", wire.MaxFrame)}); !errors.Is(err, wire.ErrTooLong) {
		t.Errorf("sending too much: %v", err)
	}
}

// TestAllocation: a header alone costs nothing, however long a frame it
// announces.
func TestAllocation(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 100 {
		var m replica.Message
		if err := wire.Read(play(header(wire.MaxFrame)), time.Second, &m); err == nil {
			t.Fatal("a frame without a body is read")
		}
	}
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / 100; each > 16<<10 {
		t.Errorf("a header costs %d bytes", each)
	}
}

// TestDeadlines: a frame that has begun must end, and a short one as a whole.
func TestDeadlines(t *testing.T) {
	var m replica.Message
	s := play(header(wire.MaxFrame))
	begin := time.Now()
	wire.Read(s, time.Hour, &m)
	if limit := s.deadline.Sub(begin); limit > 2*time.Minute {
		t.Errorf("the longest frame may take %v", limit)
	}
	s = play(header(100))
	begin = time.Now()
	wire.ReadShort(s, time.Second, 100, &m)
	if limit := s.deadline.Sub(begin); limit > 2*time.Second {
		t.Errorf("a short frame may take %v", limit)
	}
}

// A stream on which nothing comes any more, with real deadlines.
func TestSilence(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if _, err := w.Write(header(4)[:3]); err != nil {
		t.Fatal(err)
	}
	var m replica.Message
	if err := wire.ReadShort(r, 50*time.Millisecond, 100, &m); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("three bytes and then nothing: %v", err)
	}
}

// garbage are bodies that no node writes.
var garbage = map[string][]byte{
	"nothing":         {},
	"null":            {0xf6},
	"a break":         {0xff},
	"deep nesting":    bytes.Repeat([]byte{0x81}, 4096),
	"deep maps":       bytes.Repeat([]byte{0xa1, 0x61, 'a'}, 4096),
	"2^63 elements":   {0x9b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
	"2^32 bytes":      {0x5a, 0xff, 0xff, 0xff, 0xff},
	"endless array":   {0x9f, 0x01, 0x01},
	"endless map":     {0xbf, 0x61, 'a'},
	"a tag":           {0xc2, 0x41, 0x01},
	"a float":         {0xfb, 0x7f, 0xf0, 0, 0, 0, 0, 0, 0},
	"a field twice":   {0xa2, 0x63, 's', 'a', 'y', 0x61, 'x', 0x63, 's', 'a', 'y', 0x61, 'x'},
	"no UTF-8":        {0xa1, 0x63, 's', 'a', 'y', 0x61, 0xff},
	"a long length":   {0xa1, 0x63, 's', 'a', 'y', 0x78, 0x01, 'x'},
	"trailing bytes":  {0xa0, 0x00},
	"a million names": append([]byte{0x9a, 0x00, 0x0f, 0x42, 0x40}, bytes.Repeat([]byte{0x60}, 500_000)...),
	"half a million records": append([]byte{0xa1, 0x67, 'r', 'e', 'c', 'o', 'r', 'd', 's', 0x9a, 0x00, 0x07, 0xa1, 0x20},
		bytes.Repeat([]byte{0xa0}, 500_000)...),
}

func TestGarbage(t *testing.T) {
	for name, b := range garbage {
		var m replica.Message
		if err := wire.Read(play(frame(b)), time.Second, &m); !errors.Is(err, record.ErrEncoding) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzRead: a frame that is read has one spelling only, all of it that is known
// is read and nothing else, and nothing behind it is touched.
func FuzzRead(f *testing.F) {
	for _, b := range garbage {
		f.Add(frame(b[:min(len(b), 4096)]))
	}
	for _, m := range []replica.Message{
		{Say: "hello", More: true},
		{Have: &replica.Have{Empty: true, Step: 1 << 40, Arrived: 5}},
		{Heads: &replica.Heads{From: 3, Heads: make([]record.Hash, 2)}},
		{Records: []record.Record{{Payload: []byte{1, 2}}}, Notices: []record.Record{{}}},
		{Genesis: &replica.Genesis{Continuation: &record.Continuation{}}},
		{Genesis: &replica.Genesis{Proposal: &record.Record{}, Joins: []record.Record{{}}}},
	} {
		b, err := wire.Encode(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(frame(wiretest.Grow(b[4:])))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s := play(b)
		var m replica.Message
		if err := wire.Read(s, time.Second, &m); err != nil {
			return
		}
		rest, _ := io.ReadAll(s)
		body := b[4 : len(b)-len(rest)]
		if uint32(len(body)) != binary.BigEndian.Uint32(b) {
			t.Fatalf("%d bytes are read of %x", len(body), b)
		}
		again, err := wire.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		if !within(t, again[4:], body) {
			t.Errorf("%x is read as %x", b, again)
		}
		var same replica.Message
		if err := wire.Decode(again[4:], &same); err != nil || !reflect.DeepEqual(same, m) {
			t.Errorf("%x is read as %+v, and again as %+v: %v", b, m, same, err)
		}
	})
}

// FuzzReadShort reads into no type of ours: what is canonical stays so.
func FuzzReadShort(f *testing.F) {
	f.Add(frame([]byte{0xa1, 0x61, 'a', 0x82, 0x01, 0x20}), uint32(100))
	f.Add(frame([]byte{0x43, 1, 2, 3}), uint32(3))
	f.Fuzz(func(t *testing.T, b []byte, limit uint32) {
		limit %= wire.MaxFrame
		var v cbor.RawMessage
		if err := wire.ReadShort(play(b), time.Second, limit, &v); err != nil {
			return
		}
		if uint32(len(v)) > limit || !bytes.HasPrefix(b, frame(v)) {
			t.Errorf("%x is read as %x with a limit of %d", b, v, limit)
		}
	})
}
