package host

import (
	"slices"
	"testing"

	ma "github.com/multiformats/go-multiaddr"
)

// Of another node's addresses those come first that pages can most likely reach.
func TestUsefulAddressesFirst(t *testing.T) {
	sorted := []string{
		"/ip4/192.168.1.9/tcp/1/ws",
		"/ip4/172.17.0.1/tcp/1/ws",
		"/ip4/100.100.1.1/tcp/1/ws",
		"/ip4/203.0.113.7/tcp/1/ws",
		"/ip6/fd00::9/tcp/1/ws",
		"/ip6/2001:db8::9/tcp/1/ws",
		"/ip4/127.0.0.1/tcp/1/ws",
		"/ip6/::1/tcp/1/ws",
	}
	if v := usefulness(ma.StringCast("/ip4/100.100.1.1/tcp/1/ws")); v != usefulness(ma.StringCast("/ip4/10.1.1.1/tcp/1/ws")) {
		t.Errorf("100.100.1.1 is worth %d", v)
	}
	value := func(text string) int { return usefulness(ma.StringCast(text)) }
	if !slices.IsSortedFunc(sorted, func(a, b string) int { return value(b) - value(a) }) {
		for _, a := range sorted {
			t.Error(a, value(a))
		}
	}
}
