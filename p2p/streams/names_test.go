package streams

import (
	"net/netip"
	"testing"

	"github.com/libp2p/go-libp2p/core/network"
	ma "github.com/multiformats/go-multiaddr"
)

// at is a connection that comes from an address.
type at struct {
	network.Conn
	remote string
}

func (c at) RemoteMultiaddr() ma.Multiaddr { return ma.StringCast(c.remote) }

// TestWhenceAStreamComes: who comes through another node has no address, and the source of that node.
func TestWhenceAStreamComes(t *testing.T) {
	t.Parallel()
	const carrier = "/ip4/192.0.2.1/tcp/4001/p2p/12D3KooWGC6TvWhfapngX6wvJHMYvKpDMXPb3ZnCZ6dMoaMtimQ5"
	there := netip.MustParseAddr("192.0.2.1")
	for remote, want := range map[string][2]netip.Addr{
		"/ip4/192.0.2.1/tcp/4001":           {there, there},
		"/ip6/::ffff:192.0.2.1/udp/1":       {there, there},
		carrier + "/p2p-circuit":            {{}, there},
		"/dns4/ana.example.org/tcp/4001/ws": {{}, {}},
	} {
		if c := (at{remote: remote}); addressOf(c) != want[0] || sourceOf(c) != want[1] {
			t.Errorf("%s: %v, %v, want %v", remote, addressOf(c), sourceOf(c), want)
		}
	}
}
