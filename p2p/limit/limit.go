// Package limit limits how often each other node may do something, and how often it is
// asked. The time is passed in, so it can be that of a simulation.
package limit

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"fives/engine/record"
)

// maxNodes bounds the nodes that a limit remembers. Anybody can make nodes at will; each
// additional one gets what a new node gets.
const maxNodes = 4096

// A Rate limits how often each node may do something. It is safe for concurrent
// use.
type Rate struct {
	now   func() time.Time
	every time.Duration // one more
	burst int

	mu    sync.Mutex
	nodes map[record.Key]*rate.Limiter
}

// NewRate allows each node burst actions at once, and one more after each pause.
func NewRate(now func() time.Time, pause time.Duration, burst int) *Rate {
	return &Rate{now: now, every: pause, burst: burst, nodes: map[record.Key]*rate.Limiter{}}
}

// Allow counts one action, and reports whether the node may do it.
func (r *Rate) Allow(node record.Key) bool { return r.of(node).AllowN(r.now(), 1) }

// Wait waits until the node may do one more action, and counts it. It returns an error at
// once if that is not before the deadline of ctx. The limit's time must be [time.Now].
func (r *Rate) Wait(ctx context.Context, node record.Key) error { return r.of(node).Wait(ctx) }

// Exhausted reports whether the node may not do one more now.
func (r *Rate) Exhausted(node record.Key) bool { return r.of(node).TokensAt(r.now()) < 1 }

// Left returns how many actions the node may do now.
func (r *Rate) Left(node record.Key) int { return int(r.of(node).TokensAt(r.now())) }

func (r *Rate) of(node record.Key) *rate.Limiter {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.nodes[node] == nil {
		if len(r.nodes) >= maxNodes {
			clear(r.nodes)
		}
		r.nodes[node] = rate.NewLimiter(rate.Every(r.every), r.burst)
	}
	return r.nodes[node]
}
