package discovery

import (
	"cmp"
	"net"
	"net/netip"
	"slices"

	ma "github.com/multiformats/go-multiaddr"
)

// Reach returns the addresses at which other people's devices can reach a host with the given listen
// addresses, as the interfaces are now: near are those on networks that this machine shares with its
// neighbours, tunnels those that the other end of a tunnel can use. The loopback is included only if ifaces
// names it; a named tunnel counts as a network, because somebody has chosen it.
//
// The most useful addresses come first: those of interfaces on which other nodes were heard, as heard
// reports (nil if none was heard yet), then those of the default route, then those of interfaces with a
// carrier.
func Reach(bound []ma.Multiaddr, ifaces []string, heard func(iface string) bool) (near, tunnels []ma.Multiaddr) {
	found, _, err := links(ifaces, carries)
	if err != nil {
		return nil, nil // it is not known
	}
	gate := defaultAddress()
	worth := func(l link) (n int) {
		for i, useful := range []bool{l.running, slices.Contains(l.ips, gate), heard != nil && heard(l.name)} {
			if useful {
				n += 1 << i
			}
		}
		return n
	}
	slices.SortStableFunc(found, func(a, b link) int { return cmp.Compare(worth(b), worth(a)) })
	for _, l := range found {
		own, _ := addrsByLink(bound, l)
		if l.tunnel && !slices.Contains(ifaces, l.name) {
			tunnels = append(tunnels, own...)
		} else {
			near = append(near, own...)
		}
	}
	return near, tunnels
}

// carries reports whether an interface can have addresses that others can reach.
func carries(ifi net.Interface) bool { return ifi.Flags&net.FlagLoopback == 0 }

// defaultAddress returns this machine's IPv4 address on its default route, the zero Addr if there is none.
// A laptop often has one network with other machines on it, and several without. No packet is sent.
func defaultAddress() netip.Addr {
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

// HeardOn reports whether another node was heard on an interface lately. A nil Service has heard nobody.
func (s *Service) HeardOn(iface string) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.table.heardOn(iface)
}
