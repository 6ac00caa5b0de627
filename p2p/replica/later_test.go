package replica

import (
	"testing"
	"time"

	"fives/engine/record"
)

// Peers are asked once for what is missing, soon after the first record of a later
// step has come; after a while the records are dropped, also if a clock was set back.
func TestLaterUrgesOnceAndDrops(t *testing.T) {
	begin := time.Unix(1_750_000_000, 0)
	var l laterRecords
	l.Keep(record.Record{}, begin)
	for _, c := range []struct {
		after time.Duration
		urge  bool
	}{
		{0, false},
		{100 * time.Millisecond, false},
		{500 * time.Millisecond, true},
		{time.Second, false},
	} {
		if got := l.Urge(begin.Add(c.after)); got != c.urge {
			t.Errorf("after %v: %v", c.after, got)
		}
	}
	if l.Urge(begin.Add(3 * time.Second)); len(l.Take()) > 0 {
		t.Error("kept for three seconds")
	}
	l.Keep(record.Record{}, begin)
	if l.Urge(begin.Add(-time.Second)); len(l.Take()) > 0 {
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
