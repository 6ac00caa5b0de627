//go:build !js

package router

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	natpmp "github.com/jackpal/go-nat-pmp"
)

// pmpTime is how long a router is asked by NAT-PMP for one thing. It answers at once or not at all.
const pmpTime = 2 * time.Second

// A pmp asks by NAT-PMP. The library hears nobody but the gateway.
type pmp struct{ client *natpmp.Client }

func findPMP(ctx context.Context, p place) (way, netip.Addr, error) {
	limit := pmpTime
	if end, ok := ctx.Deadline(); ok {
		limit = max(1, min(limit, time.Until(end))) // 0 would be the library's own
	}
	c := natpmp.NewClientWithTimeout(p.gateway.AsSlice(), limit)
	r, err := c.GetExternalAddress()
	if err != nil {
		return nil, netip.Addr{}, ErrSilent
	}
	return pmp{c}, netip.AddrFrom4(r.ExternalIPAddress), nil
}

func (p pmp) open(ctx context.Context, port uint16) error {
	r, err := p.client.AddPortMapping("tcp", int(port), int(port), int(lease/time.Second))
	if err != nil {
		return fmt.Errorf("%w: %v", ErrRefused, err)
	}
	if r.MappedExternalPort != port {
		_ = p.close(ctx, port) // the other one is of no use; the error below says all
		return fmt.Errorf("%w: another machine has port %d there", ErrRefused, port)
	}
	return nil
}

// close asks for no time: that is how NAT-PMP ends one.
func (p pmp) close(_ context.Context, port uint16) error {
	_, err := p.client.AddPortMapping("tcp", int(port), 0, 0)
	return err
}
