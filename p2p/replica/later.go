package replica

import (
	"time"

	"fives/engine/record"
)

// Limits on what is kept, and for how long.
const (
	maxLater    = 64              // records
	maxLaterMem = 1 << 20         // and their bytes
	maxWait     = 2 * time.Second // for the steps before theirs, and two round trips
)

// laterRecords are records of later steps, which wait until the steps before them are
// complete. The zero value holds none.
type laterRecords struct {
	records []record.Record
	since   time.Time // since when there have been any
	urged   bool      // peers have been asked early for what is missing before them
}

// Keep keeps a record. It drops what exceeds the limits, which comes again after the next
// Have.
func (l *laterRecords) Keep(rec record.Record, now time.Time) {
	size := len(rec.Payload)
	for _, e := range l.records {
		if e.Same(rec) {
			return
		}
		size += len(e.Payload)
	}
	if len(l.records) == maxLater || size > maxLaterMem {
		return
	}
	if len(l.records) == 0 {
		l.since, l.urged = now, false
	}
	l.records = append(l.records, rec)
}

// Drop forgets all records.
func (l *laterRecords) Drop() { l.records = nil }

// Waiting lists what waits. Callers must not change it.
func (l *laterRecords) Waiting() []record.Record { return l.records }

// Take returns what waits and forgets it.
func (l *laterRecords) Take() []record.Record {
	recs := l.records
	l.Drop()
	return recs
}

// Urge reports, once, whether to ask peers now for what is missing, before they say by
// themselves what they have. Records that have waited too long, or since before a clock was
// set back, are dropped: they come again. far is how long the farthest peer takes to answer.
func (l *laterRecords) Urge(now time.Time, far time.Duration) bool {
	if len(l.records) == 0 {
		return false
	}
	waited := now.Sub(l.since)
	if waited < 0 || waited >= maxWait+2*far {
		l.Drop()
		return false
	}
	urge := !l.urged && waited >= max(arriveTime, far*3/2)
	l.urged = l.urged || urge
	return urge
}
