package peers

import (
	"slices"
	"time"

	"fives/engine/record"
)

const (
	// nearBy is how long a node in the same room takes to answer, at most.
	nearBy = 50 * time.Millisecond
	// measureEvery is the pause before a node is asked again how far it is.
	measureEvery = 5 * time.Second
)

// A distance is how long a node took for its last answers in the lobby, and when it was asked for the last
// of them. The zero value is that of a node that has not answered since a connection came or went.
type distance struct {
	took  [4]time.Duration // the least is the way; what is more is loss, and work
	n     int              // how many there were
	asked time.Time
}

func (a *distance) note(took time.Duration) {
	a.took[a.n%len(a.took)] = max(took, 1)
	a.n++
	a.asked = time.Now()
}

func (a distance) roundTrip() time.Duration {
	if a.n == 0 {
		return 0
	}
	return slices.Min(a.took[:min(a.n, len(a.took))])
}

// NoteRoundTrip notes how long a node took to answer.
func (d *Directory) NoteRoundTrip(node record.Key, took time.Duration) {
	d.change(node, func(e *entry) { e.distance.note(took) })
}

// NoteOtherWay notes that a connection to a node has come or gone: it may be reached by another way.
func (d *Directory) NoteOtherWay(node record.Key) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[node]; e != nil {
		e.distance = distance{asked: e.distance.asked}
	}
}

// RoundTrip returns how far a connected node is: how long it takes until it has answered. It is 0 if
// that is not known.
func (d *Directory) RoundTrip(node record.Key) time.Duration {
	return d.look(node).distance.roundTrip()
}

// MeasureAgain reports whether to ask a node once more how far it is: nothing is known of its way, or it
// is not near, and one answer may have been late. Then it counts as asked.
func (d *Directory) MeasureAgain(node record.Key) (again bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entries[node]
	if e == nil || !e.greeting.met || time.Since(e.distance.asked) < measureEvery {
		return false
	}
	a := &e.distance
	if a.n > 0 && (a.n >= len(a.took) || a.roundTrip() <= nearBy) {
		return false
	}
	a.asked = time.Now()
	return true
}
