package store

import (
	"sync"

	"fives/p2p/kv"
)

// A disk takes as long for one small write as for many. Writes that come while a
// commit is under way wait for its end, and are then committed together: nobody
// waits for longer than that commit and the next one, however many write.

// A committer puts writes that wait into one transaction.
type committer struct {
	db kv.DB

	mu      sync.Mutex // guards the rest; never held across a commit
	waiting []*write
	busy    bool // a commit is under way

	committing func(writes int) // of tests; nil for nothing
}

// A write is what one caller wants done.
type write struct {
	do   func(root kv.Bucket) error
	err  error
	turn chan bool // true: lead the next commit; false: it is done
}

// update does a write durably, together with others that wait. do may be called
// more than once; what it did the times before is undone.
func (c *committer) update(do func(root kv.Bucket) error) error {
	w := &write{do: do, turn: make(chan bool, 1)}
	c.mu.Lock()
	c.waiting = append(c.waiting, w)
	lead := !c.busy
	c.busy = true
	c.mu.Unlock()
	if lead || <-w.turn {
		c.lead()
	}
	return w.err
}

// lead commits all that wait, and lets the first of those that have come since
// lead the next commit.
func (c *committer) lead() {
	c.mu.Lock()
	group := c.waiting
	c.waiting = nil
	c.mu.Unlock()
	if c.committing != nil {
		c.committing(len(group))
	}
	c.commit(group)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range group {
		w.turn <- false // nobody reads that of the leader itself
	}
	if c.busy = len(c.waiting) > 0; c.busy {
		c.waiting[0].turn <- true
	}
}

// commit does a group of writes. Where one of them fails, each is done in a
// transaction of its own, so that it does not fail the others.
func (c *committer) commit(group []*write) {
	err := c.change(group)
	for _, w := range group {
		if w.err = err; err != nil && len(group) > 1 {
			w.err = c.change([]*write{w})
		}
	}
}

// change does writes in one transaction.
func (c *committer) change(group []*write) error {
	return c.db.Update(func(root kv.Bucket) error {
		for _, w := range group {
			if err := w.do(root); err != nil {
				return err
			}
		}
		return nil
	})
}
