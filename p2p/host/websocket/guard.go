//go:build !js

package websocket

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/time/rate"
)

// The limits of what comes over a WebSocket besides its messages (PROTOCOL §2.4).
const (
	maxGreeting = 16 << 10 // bytes before the handshake has said who is there; it has less than 1 KiB
	pingRate    = 4        // pings and pongs a second after that
	pingBurst   = 8
)

// A guard ends a WebSocket whose other end makes work that nothing else limits. A ping has six
// bytes and costs an answer, so a cable carries more of them than a processor sends; the same
// goes, with less force, for pongs and for messages without bytes. Neither browsers nor nodes
// send pings by themselves.
type guard struct {
	end     func() // ends the WebSocket; called while it is read
	greeted atomic.Bool
	read    atomic.Int64 // bytes until then
	control *rate.Limiter
}

func newGuard(end func()) *guard {
	return &guard{end: sync.OnceFunc(end), control: rate.NewLimiter(pingRate, pingBurst)}
}

// greet notes that it is known who is there.
func (g *guard) greet() { g.greeted.Store(true) }

// took counts bytes that were read.
func (g *guard) took(n int) {
	if !g.greeted.Load() && g.read.Add(int64(n)) > maxGreeting {
		g.end()
	}
}

// ping decides whether a ping is answered.
func (g *guard) ping(context.Context, []byte) bool {
	if g.greeted.Load() && g.control.Allow() {
		return true
	}
	g.end()
	return false
}

// pong takes a pong as a ping: this node sends no pings, so nobody owes it one.
func (g *guard) pong(ctx context.Context, b []byte) { g.ping(ctx, b) }
