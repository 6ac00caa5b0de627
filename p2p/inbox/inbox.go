// Package inbox is what makes an actor: what is to be done is put into an inbox,
// and taken out by one goroutine at a time.
package inbox

import (
	"sync"
)

// An Inbox holds what waits. Its zero value is ready; it is safe for concurrent
// use.
type Inbox[J any] struct {
	mu      sync.Mutex // guards the rest; nothing is called while it is held
	jobs    []J
	running bool
}

// Put adds a job, without seeing to it that somebody does it.
func (b *Inbox[J]) Put(j J) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.jobs = append(b.jobs, j)
}

// Start has the waiting jobs handed to work, in the order of their Puts. It does so in a
// function that it gives to soon, one at a time; soon must return before it calls that
// function.
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

// take empties the inbox; nil means that it was empty, and that whoever puts
// something into it has to start it again.
func (b *Inbox[J]) take() []J {
	b.mu.Lock()
	defer b.mu.Unlock()
	batch := b.jobs
	b.jobs = nil
	b.running = len(batch) > 0
	return batch
}
