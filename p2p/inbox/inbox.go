// Package inbox makes actors: jobs are put into an inbox, and one goroutine at a time takes
// them out.
package inbox

import (
	"sync"
)

// An Inbox holds waiting jobs. The zero value is ready for use. It is safe for concurrent
// use.
type Inbox[J any] struct {
	mu      sync.Mutex // guards the rest; nothing is called while it is held
	jobs    []J
	running bool
}

// Put adds a job, without making sure that somebody does it.
func (b *Inbox[J]) Put(j J) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.jobs = append(b.jobs, j)
}

// Start hands the waiting jobs to work, in the order of their Puts. It does so in a
// function that it passes to soon, one such function at a time; soon must return before it
// calls the function.
func (b *Inbox[J]) Start(soon func(func()), work func(batch []J)) {
	b.mu.Lock()
	idle := !b.running && len(b.jobs) > 0
	b.running = b.running || idle
	b.mu.Unlock()
	if !idle {
		return
	}
	soon(func() {
		for batch := b.take(); batch != nil; batch = b.take() {
			work(batch)
		}
	})
}

// take empties the inbox. Nil means that it was empty, and that Start has to be called
// again after the next Put.
func (b *Inbox[J]) take() []J {
	b.mu.Lock()
	defer b.mu.Unlock()
	batch := b.jobs
	b.jobs = nil
	b.running = len(batch) > 0
	return batch
}
