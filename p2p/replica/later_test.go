package replica

import (
	"testing"
	"time"

	"fives/engine/record"
)

// Peers are asked once for what is missing, soon after the first record of a later
// step has come; after a while the records are dropped, also if a clock was set back. Both
// are later where a peer is so far that what is missing may be on its way.
func TestLaterUrgesOnceAndDrops(t *testing.T) {
	const far = 600 * time.Millisecond
	begin := time.Unix(1_750_000_000, 0)
	var l, other laterRecords
	l.Keep(record.Record{}, begin)
	other.Keep(record.Record{}, begin)
	for _, c := range []struct {
		after     time.Duration
		near, far bool
		left      int // of the two that are kept here and there
	}{
		{0, false, false, 2},
		{100 * time.Millisecond, false, false, 2},
		{500 * time.Millisecond, true, false, 2},
		{800 * time.Millisecond, false, false, 2},
		{time.Second, false, true, 2},
		{2100 * time.Millisecond, false, false, 1},
		{3100 * time.Millisecond, false, false, 1},
		{3300 * time.Millisecond, false, false, 0},
	} {
		if near, far := l.Urge(begin.Add(c.after), 0), other.Urge(begin.Add(c.after), far); near != c.near || far != c.far {
			t.Errorf("after %v: %v, far %v", c.after, near, far)
		}
		if n := len(l.Waiting()) + len(other.Waiting()); n != c.left {
			t.Errorf("after %v: %d are kept", c.after, n)
		}
	}
	l.Keep(record.Record{}, begin)
	if l.Urge(begin.Add(-time.Second), 0); len(l.Take()) > 0 {
		t.Error("kept when the clock was set back")
	}
}

// The backlog is bounded, in records and in bytes, and keeps each record once.
func TestLaterIsBounded(t *testing.T) {
	var l laterRecords
	for i := range 1000 {
		l.Keep(record.Record{Payload: []byte{byte(i), byte(i >> 8)}}, time.Time{})
		l.Keep(record.Record{Payload: []byte{byte(i), byte(i >> 8)}}, time.Time{})
	}
	if n := len(l.Take()); n != 64 {
		t.Errorf("%d records", n)
	}
	for i := range 64 {
		l.Keep(record.Record{Payload: append(make([]byte, 100<<10), byte(i))}, time.Time{})
	}
	if n := len(l.Take()); n != 10 {
		t.Errorf("%d long records", n)
	}
}
