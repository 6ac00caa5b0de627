package streams

import (
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/engine/record"
	"fives/p2p/entry"
)

// TestOnlookersQueues: what waits for those who only watch is bounded, for each
// and for all, and does not count against who has a seat.
func TestOnlookersQueues(t *testing.T) {
	n := New(Config{})
	full := 0
	var onlookers []*conn
	for range 2 * watchQueues / watchQueue {
		c := &conn{n: n}
		if c.reserve(watchQueue) {
			full++
		}
		if c.reserve(1) {
			t.Fatal("one more byte than an onlooker may have")
		}
		onlookers = append(onlookers, c)
	}
	if full != watchQueues/watchQueue {
		t.Errorf("%d onlookers have a full queue", full)
	}
	if c := (&conn{n: n, seated: true}); !c.reserve(queueBytes) {
		t.Error("there is no room for a seat")
	}
	onlookers[0].giveBack(watchQueue)
	if c := (&conn{n: n}); !c.reserve(watchQueue) || c.reserve(1) {
		t.Error("what was written still counts")
	}
}

// reset is a stream that notes its end.
type reset struct {
	network.Stream
	is bool
}

func (s *reset) Reset() error { s.is = true; return nil }

// TestFinishedOnlookers: who only watches, ends its side and does not read has little kept for it
// until that is noticed, however often it does so; who has a seat has all of it.
func TestFinishedOnlookers(t *testing.T) {
	for _, x := range []struct {
		seated bool
		queued int
		reset  bool
	}{{false, watchLast, false}, {false, watchLast + 1, true}, {true, watchLast + 1, false}} {
		s := &reset{}
		c := &conn{n: New(Config{}), stream: s, seated: x.seated, queue: make(chan []byte)}
		if !c.reserve(x.queued) {
			t.Fatal("no room")
		}
		if c.Finish(); s.is != x.reset || c.finishing() == x.reset {
			t.Errorf("%+v: the stream is reset: %v", x, s.is)
		}
		c.mu.Lock()
		c.stopLate()
		c.mu.Unlock()
	}
}

// TestOpening: streams to one peer are opened no faster than it bears, whatever
// the tables want.
func TestOpening(t *testing.T) {
	n := New(Config{})
	opened, begin := 0, time.Now()
	for range 100_000 {
		if n.opens.Allow(record.Key{1}) {
			opened++
		}
	}
	if most := openBurst + 1 + int(time.Since(begin)/openEvery); opened > most {
		t.Errorf("%d streams opened where %d may be", opened, most)
	}
}

// TestToldAgain: a node is told what it knows seldom, but at once when a connection to it has
// come or gone; and never nothing, unless it was told something before.
func TestToldAgain(t *testing.T) {
	r, node := newRoom(), record.Key{1}
	nothing, hidden := entry.Room{}, entry.Room{Hidden: true}
	r.doubt(node)
	for i, step := range []struct {
		say   entry.Room
		doubt bool
		owes  bool
	}{
		{nothing, false, false},
		{nothing, true, false},
		{hidden, false, true},
		{hidden, false, false},
		{hidden, true, true},
		{nothing, false, false}, // too soon
		{nothing, true, true},
		{nothing, true, false},
	} {
		if step.doubt {
			r.doubt(node)
		}
		if owes := r.owes(node, step.say); owes != step.owes {
			t.Errorf("step %d: %v", i, owes)
		}
	}
}
