package session

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"fives/engine/record"
)

// maxLimited is of how many nodes a limiter knows at a time.
const maxLimited = 4096

// A limiter is a rate limit of each node.
type limiter struct {
	now   func() time.Time
	every time.Duration // one more
	burst int

	mu    sync.Mutex
	nodes map[record.Key]*rate.Limiter
}

func newLimiter(now func() time.Time, every time.Duration, burst int) *limiter {
	return &limiter{now: now, every: every, burst: burst, nodes: map[record.Key]*rate.Limiter{}}
}

// allow takes one of what the node has; it returns false if there is none.
func (l *limiter) allow(node record.Key) bool { return l.of(node).AllowN(l.now(), 1) }

// spent reports whether the node has nothing left.
func (l *limiter) spent(node record.Key) bool { return l.of(node).TokensAt(l.now()) < 1 }

func (l *limiter) of(node record.Key) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.nodes[node] == nil {
		if len(l.nodes) >= maxLimited {
			clear(l.nodes)
		}
		l.nodes[node] = rate.NewLimiter(rate.Every(l.every), l.burst)
	}
	return l.nodes[node]
}

// Between the attempts to get a link to a node.
const (
	tryEvery   = 2 * time.Second
	trySeldom  = 16 * time.Second // at the longest
	quickTries = 4                // before the pauses grow: it may know the table in a moment
)

// tries spaces attempts: a node that goes on refusing is asked less and less
// often. Its zero value is ready.
type tries struct {
	mu    sync.Mutex
	nodes map[record.Key]try
}

type try struct {
	last time.Time
	wait time.Duration
	n    int
}

// next reports whether it is time for another attempt, which then counts. A clock
// that was set back is no reason to wait.
func (t *tries) next(node record.Key, now time.Time) bool {
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

// worked notes that a node has said something about the table.
func (t *tries) worked(node record.Key) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if last, ok := t.nodes[node]; ok && last.n > 0 {
		t.nodes[node] = try{last: last.last, wait: tryEvery}
	}
}

// answered reports whether a node has said something since it was asked last.
func (t *tries) answered(node record.Key) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	last, asked := t.nodes[node]
	return asked && last.n == 0
}
