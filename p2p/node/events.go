package node

import (
	"context"
	"slices"
	"sync"
	"time"

	"fives/p2p/control"
)

const (
	keptEvents  = 4096 // can be asked for again
	keptOutside = 256  // of them of each kind that nodes without a seat can cause

	comingEvery = 5 * time.Second // the events of one node's coming and going; of all that are not known
	comingBurst = 20
)

// outside lists the kinds of events that nodes without a seat can cause, as
// often as they like.
var outside = []control.EventKind{control.EventPeer, control.EventLobby, control.EventWatch, control.EventChat, control.EventWarning}

// events is the daemon's list of what happened. Readers follow it at their own
// pace; one that is too slow misses what has been forgotten.
type events struct {
	mu   sync.Mutex
	seq  uint64
	kept []control.Event
	more chan struct{} // closed and replaced with every event
}

func newEvents() *events { return &events{more: make(chan struct{})} }

func (e *events) add(ev control.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.seq++
	ev.Seq = e.seq
	ev.Time = time.Now()
	if slices.Contains(outside, ev.Kind) {
		e.forget(ev.Kind)
	}
	if len(e.kept) == keptEvents {
		e.kept = append(e.kept[:0], e.kept[keptEvents/4:]...)
	}
	e.kept = append(e.kept, ev)
	close(e.more)
	e.more = make(chan struct{})
}

// forget makes room for another event of a kind in place of its oldest.
func (e *events) forget(kind control.EventKind) {
	of := func(ev control.Event) bool { return ev.Kind == kind }
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

// after returns the events behind a number, and a channel that closes when
// there are more.
func (e *events) after(since uint64) ([]control.Event, <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var evs []control.Event
	for i := range e.kept {
		if e.kept[i].Seq > since {
			evs = append(evs, e.kept[i:]...)
			break
		}
	}
	return evs, e.more
}

func (e *events) last() uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.seq
}

// follow hands on every event behind a number, then new ones as they come. A
// number that lies ahead, as after a restart of the daemon, means from now on.
func (e *events) follow(ctx context.Context, since uint64, emit func(control.Event) error) error {
	since = min(since, e.last())
	for {
		evs, more := e.after(since)
		for _, ev := range evs {
			if err := emit(ev); err != nil {
				return err
			}
			since = ev.Seq
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-more:
		}
	}
}
