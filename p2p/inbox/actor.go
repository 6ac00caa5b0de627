package inbox

import (
	"time"
)

// An Actor does what is to be done, one after the other, in turns.
type Actor struct {
	Now    func() time.Time
	Go     func(func()) // has what it is given called soon, never before it returns
	Turned func()       // publishes what a turn has changed
	inbox  Inbox[job]
}

// A job is something to be done in a turn.
type job struct {
	do   func(now time.Time) error
	done func(err error) // after the turn; nil for nothing
}

// Post has something done in a turn.
func (a *Actor) Post(do func(now time.Time)) {
	a.Put(do)
	a.Start()
}

// Put is Post, without seeing to it that there is a turn.
func (a *Actor) Put(do func(now time.Time)) {
	a.inbox.Put(job{do: func(now time.Time) error {
		do(now)
		return nil
	}})
}

// Wait has something done in a turn, and waits for the turn's end. It must not be
// called in one.
func (a *Actor) Wait(do func(now time.Time) error) error {
	answer := make(chan error, 1)
	a.inbox.Put(job{do: do, done: func(err error) { answer <- err }})
	a.Start()
	return <-answer
}

// Start sees to it that there is a turn, if anything waits.
func (a *Actor) Start() { a.inbox.Start(a.Go, a.turn) }

func (a *Actor) turn(batch []job) {
	errs := make([]error, len(batch))
	for i, j := range batch {
		errs[i] = j.do(a.Now())
	}
	a.Turned()
	for i, j := range batch {
		if j.done != nil {
			j.done(errs[i])
		}
	}
}
