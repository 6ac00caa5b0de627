package node

import (
	"math"
	"slices"
	"sync"
	"time"

	"fives/p2p/api"
)

const (
	keptEvents  = 4096 // can be asked for again
	keptOutside = 256  // of them of each kind that nodes without a seat can cause
)

// outside lists the kinds of events that nodes without a seat can cause, as
// often as they like.
var outside = []api.EventKind{api.EventPeer, api.EventLobby, api.EventWatch, api.EventChat, api.EventWarning}

// A feed is the daemon's list of what happened. Readers follow it at their own
// pace; one that is too slow misses what has been forgotten.
type feed struct {
	mu      sync.Mutex
	seq     uint64
	kept    []api.Event
	mark    uint64            // counts changes of tables
	changed map[string]uint64 // the last change of each
	more    chan struct{}     // closed and replaced with every event and change
}

// A tableChange is the last one of a table.
type tableChange struct {
	Table string
	Mark  uint64
}

// newFeed returns a feed in which nothing has happened.
func newFeed() *feed { return &feed{changed: map[string]uint64{}, more: make(chan struct{})} }

// Touch notes that a table looks otherwise.
func (e *feed) Touch(table string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.touched(table)
	e.wake()
}

// touched needs e.mu.
func (e *feed) touched(table string) {
	e.mark++
	e.changed[table] = e.mark
	if len(e.changed) > keptEvents {
		oldest := table
		for id, mark := range e.changed {
			if mark < e.changed[oldest] {
				oldest = id
			}
		}
		delete(e.changed, oldest)
	}
}

// wake needs e.mu.
func (e *feed) wake() {
	close(e.more)
	e.more = make(chan struct{})
}

// Add adds an event.
func (e *feed) Add(ev api.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.seq++
	ev.Seq = e.seq
	ev.Time = time.Now()
	if slices.Contains(outside, ev.Kind) {
		e.forget(ev.Kind)
	}
	if len(e.kept) == keptEvents {
		e.kept = slices.Delete(e.kept, 0, keptEvents/4)
	}
	e.kept = append(e.kept, ev)
	if ev.Table != "" {
		e.touched(ev.Table)
	}
	e.wake()
}

// forget makes room for another event of a kind in place of its oldest.
func (e *feed) forget(kind api.EventKind) {
	of := func(ev api.Event) bool { return ev.Kind == kind }
	n := 0
	for _, ev := range e.kept {
		if of(ev) {
			n++
		}
	}
	if n >= keptOutside {
		i := slices.IndexFunc(e.kept, of)
		e.kept = slices.Delete(e.kept, i, i+1)
	}
}

// After returns the events behind a number, and a channel that closes when there
// is more to tell.
func (e *feed) After(since uint64) ([]api.Event, <-chan struct{}) {
	evs, _, more := e.Behind(since, math.MaxUint64)
	return evs, more
}

// Behind returns the tables that have changed behind a mark, too.
func (e *feed) Behind(since, mark uint64) ([]api.Event, []tableChange, <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var evs []api.Event
	for i := range e.kept {
		if e.kept[i].Seq > since {
			evs = append(evs, e.kept[i:]...)
			break
		}
	}
	var changes []tableChange
	for table, m := range e.changed {
		if m > mark {
			changes = append(changes, tableChange{table, m})
		}
	}
	return evs, changes, e.more
}

// Last is the number of the latest event.
func (e *feed) Last() uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.seq
}
