package inbox

import (
	"time"
)

// An Actor does its jobs in turns, one after the other.
type Actor struct {
	Now    func() time.Time
	Go     func(func()) // arranges for a function to be called soon, never before it returns
	Turned func()       // publishes what a turn has changed
	inbox  Inbox[job]
}

// A job is something to be done in a turn.
type job struct {
	do   func(now time.Time) error
	done func(err error) // after the turn; nil for nothing
}

// Post adds a job to be done in a turn.
func (a *Actor) Post(do func(now time.Time)) {
	a.Put(do)
	a.Start()
}

// Put is [Actor.Post], but does not start a turn.
func (a *Actor) Put(do func(now time.Time)) {
	a.inbox.Put(job{do: func(now time.Time) error {
		do(now)
		return nil
	}})
}

// Wait adds a job to be done in a turn, and waits for the end of that turn. It must not be
// called in a turn.
func (a *Actor) Wait(do func(now time.Time) error) error {
	answer := make(chan error, 1)
	a.inbox.Put(job{do: do, done: func(err error) { answer <- err }})
	a.Start()
	return <-answer
}

// Start makes sure that there is a turn, if anything waits.
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
