package store

import (
	"sync"

	"fives/p2p/kv"
)

// A disk takes as long for one small write as for many. Writes that come during a commit wait for its
// end and are then committed together: however many there are, nobody waits for longer than that
// commit and the next one.

// A committer puts waiting writes into one transaction.
type committer struct {
	db kv.DB

	mu      sync.Mutex // guards the rest; never held across a commit
	waiting []*write
	busy    bool // a commit is under way

	committing func(writes int) // called before a commit, for tests; may be nil
}

// A write is what one caller wants to have written.
type write struct {
	do   func(m kv.Map) error
	err  error
	turn chan bool // true: lead the next commit; false: it is done
}

// update does a write, together with others that wait, and returns when it is durable. do may be
// called more than once; what it did before is then undone.
func (c *committer) update(do func(m kv.Map) error) error {
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

// lead commits all waiting writes, and makes the first write that has come since lead the next
// commit.
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
		w.turn <- false // the leader itself does not read its own
	}
	if c.busy = len(c.waiting) > 0; c.busy {
		c.waiting[0].turn <- true
	}
}

// commit does a group of writes in one transaction. If that fails, it does each in its own
// transaction, so that a write that fails does not fail the others.
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
	return c.db.Update(func(m kv.Map) error {
		for _, w := range group {
			if err := w.do(m); err != nil {
				return err
			}
		}
		return nil
	})
}
