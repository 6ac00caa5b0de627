package wire_test

import (
	"bytes"
	"fmt"
	"time"

	"fives/p2p/wire"
)

// A stream is what came of it; it needs no deadlines here.
type stream struct{ bytes.Buffer }

func (*stream) SetReadDeadline(time.Time) error { return nil }

// Frames grow: a node that does not know a key passes over it.
func Example() {
	type grown struct {
		Table string `cbor:"table"`
		Mood  string `cbor:"mood,omitempty"` // of a later version
	}
	type known struct {
		Table string `cbor:"table"`
	}
	s := &stream{}
	if err := wire.Write(s, grown{"3f2a", "good"}); err != nil {
		panic(err)
	}
	var k known
	fmt.Println(wire.Read(s, time.Second, &k), k.Table)
	// Output: <nil> 3f2a
}
