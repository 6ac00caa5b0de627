package host

import (
	"net/netip"
	"slices"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
	manet "github.com/multiformats/go-multiaddr/net"

	"fives/p2p/near"
)

// IsWebSocket reports whether an address is one that browsers can dial.
func IsWebSocket(a ma.Multiaddr) bool {
	return len(a) > 0 && a[len(a)-1].Protocol().Code == ma.P_WS
}

// WebSockets lists the known addresses at which browsers can dial a peer, the most useful
// first; for this host, those of [Host.Invite].
func (h *Host) WebSockets(id peer.ID) []ma.Multiaddr {
	if id == h.ID() {
		return OnlyWebSockets(h.Addrs())
	}
	addrs := OnlyWebSockets(h.Peerstore().Addrs(id))
	slices.SortStableFunc(addrs, func(a, b ma.Multiaddr) int { return usefulness(b) - usefulness(a) })
	return addrs
}

// OnlyWebSockets lists those of the addresses that browsers can dial.
func OnlyWebSockets(addrs []ma.Multiaddr) []ma.Multiaddr {
	return slices.DeleteFunc(slices.Clone(addrs), func(a ma.Multiaddr) bool { return !IsWebSocket(a) })
}

// usefulness orders the addresses of another node: private ones, IPv4; the loopback last.
func usefulness(a ma.Multiaddr) (n int) {
	ip := ipOf(a)
	for i, useful := range []bool{near.Private(ip), ip.Is4(), !ip.IsLoopback()} {
		if useful {
			n += 1 << i
		}
	}
	return n
}

func ipOf(a ma.Multiaddr) netip.Addr {
	ip, err := manet.ToIP(a)
	if err != nil {
		return netip.Addr{}
	}
	addr, _ := netip.AddrFromSlice(ip)
	return addr.Unmap()
}
