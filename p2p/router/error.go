package router

import (
	"errors"
	"net/netip"
)

// Why a router has not opened a port.
var (
	ErrNoRouter = errors.New("no router leads out of this network")
	ErrSilent   = errors.New("the router answers neither UPnP nor NAT-PMP")
	ErrRefused  = errors.New("the router refuses")
	ErrShared   = errors.New("the router's own address is shared with others")
)

// An Error says why no port was opened, and what is needed to do it by hand.
type Error struct {
	Err   error      // one of those above
	Inner netip.Addr // this machine's address in its network, if it has a router
	Outer netip.Addr // the router's address outside, if it told one
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }
