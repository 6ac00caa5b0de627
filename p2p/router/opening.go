//go:build !js

package router

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/libp2p/go-netroute"

	"fives/p2p/near"
)

const (
	askTime   = 5 * time.Second
	closeTime = 3 * time.Second
	lease     = time.Hour        // for which a port is open
	renewTime = 20 * time.Minute // after which it is asked for again
	lookTime  = time.Minute      // between two looks at whether that is due
)

// An Opening is a port that the router passes on to this machine.
type Opening struct {
	port  uint16
	times times
	stop  context.CancelFunc
	ended chan struct{}

	mu    sync.Mutex
	at    place
	way   way // nil if nobody was asked
	outer netip.Addr
	asked time.Time // on the wall: a sleeping machine counts
	err   error
}

type times struct{ renew, look time.Duration }

// A place is where a machine is in a network.
type place struct{ gateway, inner netip.Addr }

// A way is one in which a router can be asked for something.
type way interface {
	open(ctx context.Context, port uint16) error
	close(ctx context.Context, port uint16) error
}

// Open asks the router for a port, and goes on asking until the Opening is closed. It takes a few
// seconds. Every error is an *Error.
func Open(ctx context.Context, port uint16) (*Opening, error) {
	return open(ctx, port, times{renewTime, lookTime})
}

func open(ctx context.Context, port uint16, t times) (*Opening, error) {
	o := &Opening{port: port, times: t, ended: make(chan struct{})}
	if err := o.ask(ctx); err != nil {
		return nil, err
	}
	ctx, o.stop = context.WithCancel(context.Background())
	go o.keep(ctx)
	return o, nil
}

// Outer returns the address at which the port is open outside, as the router last said.
func (o *Opening) Outer() netip.Addr {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.outer
}

// Err returns why the port could not be asked for again when that was last tried, nil while it can.
func (o *Opening) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// Close has the router close the port. If the router does not answer, it does so by itself within
// the hour.
func (o *Opening) Close() {
	o.stop()
	<-o.ended
	if o.way != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closeTime)
		defer cancel()
		_ = o.way.close(ctx, o.port) // the hour ends it, too
	}
}

// keep asks again: in time, after a failure at each look, and at once where the network is another.
func (o *Opening) keep(ctx context.Context) {
	defer close(o.ended)
	look := time.NewTicker(o.times.look)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		o.mu.Lock()
		due := o.err != nil || time.Since(o.asked) >= o.times.renew
		at := o.at
		o.mu.Unlock()
		if now, ok := here(); due || ok && now != at {
			err := o.ask(ctx)
			if ctx.Err() != nil {
				return
			}
			o.mu.Lock()
			o.err = err
			o.mu.Unlock()
		}
	}
}

// A found is a way to ask the router, and what it says its address is.
type found struct {
	way   way
	outer netip.Addr
	err   error
}

// ask asks in all ways at once and takes the first that opens the port.
func (o *Opening) ask(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	p, ok := here()
	if !ok {
		return &Error{Err: ErrNoRouter}
	}
	if public(p.inner) {
		o.opened(p, nil, p.inner)
		return nil
	}
	ways := []func(context.Context, place) (way, netip.Addr, error){findUPnP, findPMP}
	answers := make(chan found, len(ways))
	for _, find := range ways {
		go func() {
			w, outer, err := find(ctx, p)
			answers <- found{w, outer, err}
		}()
	}
	why := &Error{Err: ErrSilent, Inner: p.inner}
	for range ways {
		f := <-answers
		if f.err == nil && !public(f.outer) {
			f.err = ErrShared
		}
		if f.err == nil {
			if f.err = f.way.open(ctx, o.port); f.err == nil {
				o.opened(p, f.way, f.outer)
				return nil
			}
		}
		if telling(f.err) > telling(why.Err) {
			why.Err, why.Outer = f.err, f.outer
		}
	}
	return why
}

// telling says how much an error tells: a router that refuses has been found.
func telling(err error) int {
	return slices.IndexFunc([]error{ErrSilent, ErrShared, ErrRefused}, func(e error) bool { return errors.Is(err, e) })
}

func (o *Opening) opened(p place, w way, outer netip.Addr) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.at, o.way, o.outer, o.asked = p, w, outer, time.Now().Round(0)
}

// outside is an address of the internet that nobody has (RFC 5737).
var outside = net.IPv4(192, 0, 2, 1)

// here returns the router that leads out of this network, and this machine's address towards it.
// There is none where a VPN takes everything.
func here() (p place, ok bool) {
	routes, err := netroute.New()
	if err != nil {
		return p, false
	}
	_, ip, _, err := routes.Route(outside)
	if err != nil {
		return p, false
	}
	gateway, ok := netip.AddrFromSlice(ip)
	if gateway = gateway.Unmap(); !ok || gateway.IsUnspecified() {
		return p, false
	}
	c, err := net.Dial("udp4", netip.AddrPortFrom(gateway, searchPort).String()) // no packet is sent
	if err != nil {
		return p, false
	}
	defer c.Close()
	inner := c.LocalAddr().(*net.UDPAddr).AddrPort().Addr()
	return place{gateway, inner.Unmap()}, true
}

// public reports whether an address is one on the internet, and not of some network behind it.
func public(ip netip.Addr) bool { return ip.Is4() && ip.IsGlobalUnicast() && !near.Local(ip) }
