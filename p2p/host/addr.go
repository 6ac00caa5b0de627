package host

import (
	"net"
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

// WebSockets lists the addresses that browsers can dial a peer at, as far as they are
// known; of this host, those of [Host.Invite]. The most useful come first.
func (h *Host) WebSockets(id peer.ID) []ma.Multiaddr {
	addrs := h.Addrs()
	if id != h.ID() {
		addrs = h.Peerstore().Addrs(id)
	}
	addrs = slices.DeleteFunc(slices.Clone(addrs), func(a ma.Multiaddr) bool { return !IsWebSocket(a) })
	first := routed()
	slices.SortStableFunc(addrs, func(a, b ma.Multiaddr) int { return usefulness(b, first) - usefulness(a, first) })
	return addrs
}

// usefulness orders addresses for those who have to type or scan one: that of the
// network to which everything goes, IPv4, private ones; the loopback last.
func usefulness(a ma.Multiaddr, routed netip.Addr) (n int) {
	ip := ipOf(a)
	for i, useful := range []bool{near.Private(ip), ip.Is4(), ip == routed, !ip.IsLoopback()} {
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

// routed is this machine's address in the network to which it sends what is for none
// of its own, as laptops have one with other machines in it, and several with none.
// Nothing is sent to find out.
func routed() netip.Addr {
	c, err := net.Dial("udp4", "192.0.2.1:9")
	if err != nil {
		return netip.Addr{}
	}
	defer c.Close()
	at, err := netip.ParseAddrPort(c.LocalAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr()
}
