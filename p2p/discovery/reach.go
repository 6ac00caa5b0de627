package discovery

import (
	"cmp"
	"net"
	"net/netip"
	"slices"

	ma "github.com/multiformats/go-multiaddr"
)

// Reach lists the addresses at which others reach a host that is bound to these, asked of
// the interfaces now. It is what other people's devices are told: near has those of the
// networks that this machine shares with its neighbours, tunnels those that lead to whoever
// is at their other end. The loopback is among them only if it is named, as a tunnel that is
// named is as good as a network: somebody has chosen it.
//
// The most useful come first: of the interfaces on which other nodes were heard, as that
// reports (nil for none yet), then of the one to which all else goes, then of those with a
// carrier.
func Reach(bound []ma.Multiaddr, ifaces []string, heard func(iface string) bool) (near, tunnels []ma.Multiaddr) {
	found, _, err := links(ifaces, carries)
	if err != nil {
		return nil, nil // nobody can say so better
	}
	gate := routed()
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
		own, _ := placed(bound, l)
		if l.tunnel && !slices.Contains(ifaces, l.name) {
			tunnels = append(tunnels, own...)
		} else {
			near = append(near, own...)
		}
	}
	return near, tunnels
}

// carries reports whether an interface can have addresses for others.
func carries(ifi net.Interface) bool { return ifi.Flags&net.FlagLoopback == 0 }

// routed is this machine's address in the network to which it sends what is for none of its
// own, as laptops have one with other machines in it, and several with none. Nothing is sent
// to find out.
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

// HeardOn reports whether another node was heard on an interface lately. It may be asked of a
// nil service, which has heard nobody.
func (s *Service) HeardOn(iface string) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.table.heardOn(iface)
}
