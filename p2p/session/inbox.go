package session

import (
	"sync"
	"time"

	"fives/p2p/replica"
)

// A job is something to be done in a turn.
type job struct {
	message *replica.Message // to be checked ahead; nil for none
	do      func(now time.Time) error
	done    func(err error) // after the turn; nil for nothing
	always  bool            // also while the store takes nothing
	tick    bool
}

// An inbox holds what waits for one goroutine at a time. Its zero value is ready.
type inbox struct {
	mu      sync.Mutex // guards the rest; nothing is called while it is held
	jobs    []job
	running bool
}

// put adds a job, without seeing to it that somebody does it.
func (b *inbox) put(j job) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.jobs = append(b.jobs, j)
}

// ticking reports whether a tick waits already: a table that is slow needs no more.
func (b *inbox) ticking() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, j := range b.jobs {
		if j.tick {
			return true
		}
	}
	return false
}

// start sees to it that all that waits is handed to work, by one goroutine.
func (b *inbox) start(s Scheduler, work func(batch []job)) {
	b.mu.Lock()
	idle := !b.running && len(b.jobs) > 0
	b.running = b.running || idle
	b.mu.Unlock()
	if !idle {
		return
	}
	s.Go(func() {
		for batch := b.take(); batch != nil; batch = b.take() {
			work(batch)
		}
	})
}

// take empties the inbox; nil means that it was empty, and that whoever puts
// something into it has to start it again.
func (b *inbox) take() []job {
	b.mu.Lock()
	defer b.mu.Unlock()
	batch := b.jobs
	b.jobs = nil
	b.running = len(batch) > 0
	return batch
}
