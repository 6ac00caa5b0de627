package replica

import (
	"fives/engine/record"
	"fives/engine/seat"
)

// preparation holds records that seats of this node do not owe yet, each made for the head
// at which its step is to begin. The zero value is ready for use.
type preparation struct{ made map[int]*made }

type made struct {
	head  record.Hash
	body  any
	after seat.HandSecret
	err   error
}

// Make returns a function that makes a seat's record.
func (a *preparation) Make(of int, head record.Hash, work func() (any, seat.HandSecret, error)) func() {
	m := &made{head: head}
	if a.made == nil {
		a.made = map[int]*made{}
	}
	a.made[of] = m
	return func() { m.body, m.after, m.err = work() }
}

// Take returns what was made for a seat, if it was made for that head, and drops it,
// because it contains the secret of the hand.
func (a *preparation) Take(of int, head record.Hash) (body any, after seat.HandSecret, ok bool) {
	m := a.made[of]
	if m == nil || m.head != head || m.body == nil || m.err != nil {
		return nil, after, false
	}
	a.Drop(of)
	return m.body, m.after, true
}

// Has reports whether a seat's record has been made for that head, or could not be.
func (a *preparation) Has(of int, head record.Hash) bool {
	m := a.made[of]
	return m != nil && m.head == head
}

// Drop drops what was made for a seat.
func (a *preparation) Drop(of int) { delete(a.made, of) }

// Forget drops everything.
func (a *preparation) Forget() { clear(a.made) }
