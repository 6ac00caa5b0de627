package orders

import (
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
)

// A dialogue has replicas that are connected to each other, and to nobody else.
type dialogue struct {
	replicas  []*replica.Replica
	now       time.Time
	saved     func(i int, s replica.Save)
	noted     func(i int, n replica.Note)
	penalized func(i, other int)
	says      func(i int, m *replica.Message) // may change what a replica says
	until     func() bool                     // reports whether enough was said
}

func peer(i int) replica.Peer { return replica.Peer(fmt.Sprint(i)) }

// newDialogue connects replicas.
func newDialogue(rs []*replica.Replica) *dialogue {
	d := &dialogue{
		replicas: rs, now: epoch,
		saved: func(int, replica.Save) {}, noted: func(int, replica.Note) {}, penalized: func(int, int) {}, says: func(int, *replica.Message) {}, until: func() bool { return false },
	}
	for i, r := range rs {
		for j, s := range rs {
			if i != j {
				r.Connect(peer(j), record.KeyOf(s.Seats()[0].Key), d.now)
			}
		}
	}
	return d
}

// run passes messages until nobody has anything to say, or enough was said.
func (d *dialogue) run() {
	for busy := true; busy && !d.until(); {
		busy = false
		for i := range d.replicas {
			for _, e := range d.take(i) {
				busy = true
				d.says(i, &e.Message)
				for j, to := range d.replicas {
					if e.To == peer(j) {
						to.Receive(peer(i), e.Message, d.now)
					}
				}
			}
		}
	}
	for i := range d.replicas { // what they would say after that is lost
		d.take(i)
	}
}

// take stores what a replica has to store, and returns what it has to say.
func (d *dialogue) take(i int) []replica.Envelope {
	out := d.replicas[i].Take()
	if !out.Save.Empty() || out.Save.Anew {
		d.saved(i, out.Save)
	}
	for _, n := range out.Notes {
		d.noted(i, n)
	}
	for _, p := range out.Penalize {
		for j := range d.replicas {
			if p == peer(j) {
				d.penalized(i, j)
			}
		}
	}
	return out.Send
}

// alike reports whether all have one head.
func (d *dialogue) alike() bool {
	head := d.replicas[0].Table().Head()
	return !slices.ContainsFunc(d.replicas, func(r *replica.Replica) bool { return r.Table().Head() != head })
}

// tick lets time pass for all replicas.
func (d *dialogue) tick(by time.Duration) {
	d.now = d.now.Add(by)
	for _, r := range d.replicas {
		r.Tick(d.now)
	}
}
