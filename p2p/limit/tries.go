package limit

import (
	"sync"
	"time"

	"fives/engine/record"
)

// Pauses between the attempts to get something from a node.
const (
	tryEvery   = 2 * time.Second
	trySeldom  = 16 * time.Second // at the longest
	quickTries = 4                // before the pauses grow: it may have it in a moment
)

// Tries spaces attempts: a node that keeps refusing is asked less and less often. The zero
// value is ready for use.
type Tries struct {
	mu    sync.Mutex
	nodes map[record.Key]try
}

type try struct {
	last time.Time
	wait time.Duration
	n    int
}

// Next reports whether it is time for another attempt, which then counts. A clock
// that was set back is no reason to wait.
func (t *Tries) Next(node record.Key, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := t.nodes[node]
	if now.Sub(last.last) < last.wait && !now.Before(last.last) {
		return false
	}
	next := try{last: now, wait: tryEvery, n: last.n + 1}
	if next.n > quickTries {
		next.wait = min(2*last.wait, trySeldom)
	}
	if t.nodes == nil {
		t.nodes = map[record.Key]try{}
	}
	t.nodes[node] = next
	return true
}

// NoteAnswer notes that a node has said something.
func (t *Tries) NoteAnswer(node record.Key) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if last, ok := t.nodes[node]; ok && last.n > 0 {
		t.nodes[node] = try{last: last.last, wait: tryEvery}
	}
}

// Answered reports whether a node has said something since it was last asked.
func (t *Tries) Answered(node record.Key) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	last, asked := t.nodes[node]
	return asked && last.n == 0
}
