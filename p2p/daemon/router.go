package daemon

import (
	"context"
	"errors"
	"net/netip"

	"fives/p2p/api"
	"fives/p2p/node"
	"fives/p2p/router"
)

// openRouter asks the router to lead a port to this machine.
func openRouter(ctx context.Context, port uint16) (node.Opening, error) {
	o, err := router.Open(ctx, port)
	if err != nil {
		return nil, whyNot(port, err)
	}
	return opening{o, port}, nil
}

// An opening says as a reason of package api why a port is not open.
type opening struct {
	*router.Opening
	port uint16
}

func (o opening) Err() error {
	if err := o.Opening.Err(); err != nil {
		return whyNot(o.port, err)
	}
	return nil
}

func whyNot(port uint16, err error) error {
	d, reason := api.Data{Port: int(port)}, api.ReasonRouterOff
	var why *router.Error
	if errors.As(err, &why) {
		d.Name, d.Address = textOf(why.Inner), textOf(why.Outer)
	}
	switch {
	case errors.Is(err, router.ErrNoRouter):
		reason = api.ReasonNoRouter
	case errors.Is(err, router.ErrRefused):
		reason = api.ReasonRouterNo
	case errors.Is(err, router.ErrShared):
		reason = api.ReasonRouterInner
	}
	return api.Fail(reason, d).Because(err)
}

// textOf writes an address, "" for none.
func textOf(a netip.Addr) string {
	if !a.IsValid() {
		return ""
	}
	return a.String()
}
