package streams

import (
	"testing"
	"time"

	"fives/engine/record"
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
	onlookers[0].written(watchQueue)
	if c := (&conn{n: n}); !c.reserve(watchQueue) || c.reserve(1) {
		t.Error("what was written still counts")
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
