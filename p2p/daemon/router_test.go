package daemon

import (
	"net/netip"
	"testing"

	"fives/p2p/api"
	"fives/p2p/router"
)

// TestRouterReasons: what the router says is said with the addresses that help.
func TestRouterReasons(t *testing.T) {
	for _, c := range []struct {
		err  router.Error
		want api.Reason
	}{
		{router.Error{Err: router.ErrNoRouter}, api.ReasonNoRouter},
		{router.Error{Err: router.ErrSilent, Inner: netip.MustParseAddr("192.168.1.2")}, api.ReasonRouterOff},
		{router.Error{Err: router.ErrRefused, Inner: netip.MustParseAddr("192.168.1.2")}, api.ReasonRouterNo},
		{router.Error{Err: router.ErrShared, Inner: netip.MustParseAddr("192.168.1.2"), Outer: netip.MustParseAddr("100.71.2.9")}, api.ReasonRouterInner},
	} {
		e := api.ErrorIn(whyNot(45354, &c.err))
		if e.Reason != c.want || e.Port != 45354 || e.Name != textOf(c.err.Inner) || e.Address != textOf(c.err.Outer) {
			t.Errorf("%v: %+v", c.err.Err, e)
		}
	}
}
