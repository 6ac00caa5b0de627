//go:build !js

package websocket

import (
	"context"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A pace is how fast the requests of each address are answered, on all its connections
// together. Faster ones wait: the processor belongs to the players first.
type pace struct {
	mu   sync.Mutex
	from map[netip.Addr]*rate.Limiter
}

// The limits of PROTOCOL §2.4. A page with all that it loads is less than the burst.
const (
	asksRate   = 20 // requests a second from one address
	asksBurst  = 100
	maxPaces   = 1024             // addresses that are remembered
	longestAsk = 10 * time.Second // that a request waits
)

func newPace() *pace { return &pace{from: map[netip.Addr]*rate.Limiter{}} }

// wait waits until one more request of an address is answered. An error says that it is
// not: there are too many.
func (p *pace) wait(ctx context.Context, ip netip.Addr) error {
	p.mu.Lock()
	l := p.from[ip]
	if l == nil {
		if len(p.from) >= maxPaces {
			clear(p.from)
		}
		l = rate.NewLimiter(asksRate, asksBurst)
		p.from[ip] = l
	}
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, longestAsk)
	defer cancel()
	return l.Wait(ctx)
}
