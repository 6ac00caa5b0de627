package node

import (
	"context"
	"net/netip"
	"time"

	"fives/p2p/api"
)

// An Opening is a port of the router that leads to this machine.
type Opening interface {
	Outer() netip.Addr // the router's address on the internet
	Err() error        // an *[api.Error]: why it does not let anybody through at present
	Close()
}

// routerAgain is how long after a failure the router is asked again.
const routerAgain = 5 * time.Minute

func (o *farDoor) askRouter(ctx context.Context, port int) (Opening, error) {
	if o.ask == nil {
		return nil, api.Fail(api.ReasonNoRouter, api.Data{})
	}
	return o.ask(ctx, uint16(port))
}

// askAgain asks the router for an invitation from before a restart.
func (o *farDoor) askAgain(ctx context.Context) {
	opening, err := o.askRouter(ctx, o.kept.Port)
	o.mu.Lock()
	closes := func() {}
	if o.routed = err; err == nil {
		closes = o.swap(opening)
	} else {
		o.askAt = time.Now().Add(routerAgain)
	}
	o.mu.Unlock()
	closes()
}

// swap notes what the router has opened now, nil for nothing. closes closes what it had opened before.
// mu must be held.
func (o *farDoor) swap(opening Opening) (closes func()) {
	was := o.opening
	if o.opening = opening; o.closed && opening != nil {
		was, o.opening = opening, nil
	}
	if was == nil {
		return func() {}
	}
	return was.Close
}

// noteRouter notes what the router says, whose address may change. mu must be held.
func (o *farDoor) noteRouter() {
	if o.opening == nil {
		return
	}
	o.routed = o.opening.Err()
	if at := o.opening.Outer(); o.routed == nil && at.IsValid() && at.String() != o.kept.Host {
		o.kept.Host = at.String()
		o.keep()
	}
}
