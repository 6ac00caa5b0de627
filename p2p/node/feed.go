package node

import (
	"math"
	"slices"
	"sync"
	"time"

	"fives/p2p/api"
)

const (
	keptEvents  = 4096 // events that a reader can still ask for
	keptOutside = 256  // of these, of each kind that nodes without a seat can cause
)

// outside lists the kinds of events that nodes without a seat can cause as often as they like.
var outside = []api.EventKind{api.EventPeer, api.EventLobby, api.EventWatch, api.EventChat, api.EventWarning, api.EventHandover}

// A feed is the daemon's list of events. Readers follow it at their own pace; one that is too slow
// misses events that have been forgotten.
type feed struct {
	mu      sync.Mutex
	seq     uint64
	kept    []api.Event
	mark    uint64            // counts changes of tables
	changed map[string]uint64 // the last change of each
	more    chan struct{}     // closed and replaced with every event and change
}

// A tableChange is the last change of a table.
type tableChange struct {
	Table string
	Mark  uint64
}

// newFeed returns an empty feed.
func newFeed() *feed { return &feed{changed: map[string]uint64{}, more: make(chan struct{})} }

// Touch notes that a table looks different, without an event.
func (e *feed) Touch(table string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.noteChange(table)
	e.wake()
}

// noteChange notes that a table has changed. The caller holds e.mu.
func (e *feed) noteChange(table string) {
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

// wake wakes the readers. The caller holds e.mu.
func (e *feed) wake() {
	close(e.more)
	e.more = make(chan struct{})
}

// Add adds an event, with the next number and the present time.
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
		e.noteChange(ev.Table)
	}
	e.wake()
}

// forget drops the oldest event of a kind if there are too many for another one.
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

// After returns the events after a number, and a channel that closes when there is more.
func (e *feed) After(since uint64) ([]api.Event, <-chan struct{}) {
	evs, _, more := e.Behind(since, math.MaxUint64)
	return evs, more
}

// Behind is After, and also returns the tables that have changed after a mark.
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

// Last returns the number of the latest event.
func (e *feed) Last() uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.seq
}
