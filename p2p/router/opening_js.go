package router

import (
	"context"
	"net/netip"
)

// An Opening is a port that a router has opened; there is none for a page.
type Opening struct{}

// Open fails: a page can ask no router.
func Open(context.Context, uint16) (*Opening, error) { return nil, &Error{Err: ErrNoRouter} }

// Outer returns no address.
func (*Opening) Outer() netip.Addr { return netip.Addr{} }

// Err returns nil.
func (*Opening) Err() error { return nil }

// Close does nothing.
func (*Opening) Close() {}
