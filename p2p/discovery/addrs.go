package discovery

import (
	"net"
	"net/netip"
	"slices"

	ma "github.com/multiformats/go-multiaddr"

	"fives/p2p/near"
)

// addrsToAnnounce returns the addresses to announce on a link, most useful first. Unspecified listen addresses
// stand for all addresses of the link. Specified ones that belong to other links come last, for routed
// home networks.
func addrsToAnnounce(listen []ma.Multiaddr, on link) []ma.Multiaddr {
	own, others := addrsByLink(listen, on)
	return append(own, others...)
}

// addrsByLink returns the listen addresses on a link, and the specified ones on other links, each most useful
// first.
func addrsByLink(listen []ma.Multiaddr, on link) (own, others []ma.Multiaddr) {
	for _, rest := range transports(listen) {
		for _, ip := range sortByUse(boundIPs(listen, rest, on)) {
			a := joinAddr(ip, rest)
			if slices.Contains(on.ips, ip) {
				own = append(own, a)
			} else {
				others = append(others, a)
			}
		}
	}
	return interleave(own), interleave(others)
}

// transports lists the distinct transports (/tcp/…, /udp/…/quic-v1): those that are easiest to type
// first, and those that only browsers need last.
func transports(listen []ma.Multiaddr) []ma.Multiaddr {
	var rests []ma.Multiaddr
	for _, a := range listen {
		if e, ok := splitAddr(a); ok && !slices.ContainsFunc(rests, e.rest.Equal) {
			rests = append(rests, e.rest)
		}
	}
	slices.SortStableFunc(rests, func(a, b ma.Multiaddr) int { return transportRank(a) - transportRank(b) })
	return rests
}

func transportRank(rest ma.Multiaddr) int {
	switch {
	case isWebSocket(rest):
		return 2
	case isQUIC(rest):
		return 1
	}
	return 0
}

// boundIPs returns the IP addresses at which a transport can be dialled.
func boundIPs(listen []ma.Multiaddr, rest ma.Multiaddr, on link) []netip.Addr {
	var ips []netip.Addr
	add := func(ip netip.Addr) {
		if announceable(ip, on) && !slices.Contains(ips, ip) {
			ips = append(ips, ip)
		}
	}
	for _, a := range listen {
		e, ok := splitAddr(a)
		switch {
		case !ok || !e.rest.Equal(rest):
		case e.ip.IsUnspecified():
			for _, ip := range on.ips {
				if ip.Is4() == e.ip.Is4() {
					add(ip)
				}
			}
		default:
			add(e.ip)
		}
	}
	return ips
}

// announceable reports whether an address means the same on another machine. It leaves out loopback
// addresses, unless the link is the loopback, and link-local addresses of other links. IPv6 link-local
// addresses are of no use at all: libp2p dials none, with or without a zone.
func announceable(ip netip.Addr, on link) bool {
	switch {
	case ip.IsLoopback():
		return on.loopback
	case ip.IsLinkLocalUnicast():
		return ip.Is4() && slices.Contains(on.ips, ip)
	}
	return !ip.IsUnspecified() && !ip.IsMulticast()
}

// sortByUse sorts addresses by usefulness: the best of each kind come before the second of any kind, so that
// the few that fit into a TXT record serve networks of all sorts.
func sortByUse(ips []netip.Addr) []netip.Addr {
	type place struct{ nth, kind int }
	places := make(map[netip.Addr]place, len(ips))
	var seen [kinds]int
	for _, ip := range ips {
		k := kind(ip)
		places[ip] = place{seen[k], k}
		seen[k]++
	}
	slices.SortStableFunc(ips, func(a, b netip.Addr) int {
		p, q := places[a], places[b]
		if p.nth != q.nth {
			return p.nth - q.nth
		}
		return p.kind - q.kind
	})
	return ips
}

const kinds = 5

func kind(ip netip.Addr) int {
	switch {
	case ip.Is4() && (near.Private(ip) || ip.IsLoopback()):
		return 0
	case ip.Is4() && ip.IsLinkLocalUnicast():
		return 1
	case ip.IsPrivate() || ip.IsLoopback():
		return 2
	case ip.Is4():
		return 3
	}
	return 4
}

// interleave puts the addresses with the same IP together, in the order of the IPs: all transports of the
// best IP come first.
func interleave(addrs []ma.Multiaddr) []ma.Multiaddr {
	var order []netip.Addr
	byIP := make(map[netip.Addr][]ma.Multiaddr)
	for _, a := range addrs {
		e, _ := splitAddr(a)
		if _, ok := byIP[e.ip]; !ok {
			order = append(order, e.ip)
		}
		byIP[e.ip] = append(byIP[e.ip], a)
	}
	var out []ma.Multiaddr
	for _, ip := range order {
		out = append(out, byIP[ip]...)
	}
	return out
}

// dialable returns the announced addresses that can be dialled from here: no IPv6 link-local ones, and
// loopback ones only if they were heard on the loopback.
func dialable(addrs []ma.Multiaddr, on link) []ma.Multiaddr {
	return slices.DeleteFunc(addrs, func(a ma.Multiaddr) bool {
		e, ok := splitAddr(a)
		return !ok || e.ip.IsLoopback() && !on.loopback || e.ip.Is6() && e.ip.IsLinkLocalUnicast()
	})
}

// foreignAddrs returns the addresses that cannot be those of a host with the given listen addresses on a machine
// with the given IP addresses: the port or the machine is another one.
func foreignAddrs(addrs, listen []ma.Multiaddr, machine []netip.Addr) []ma.Multiaddr {
	return slices.DeleteFunc(slices.Clone(addrs), func(a ma.Multiaddr) bool {
		e, ok := splitAddr(a)
		return !ok || slices.Contains(machine, e.ip) && slices.ContainsFunc(listen, func(l ma.Multiaddr) bool {
			own, ok := splitAddr(l)
			return ok && own.rest.Equal(e.rest)
		})
	})
}

// machineIPs returns the IP addresses of this machine.
func machineIPs() (ips []netip.Addr) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return nil // dialling an address will then show that it is this node
	}
	for _, a := range addrs {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			ips = append(ips, p.Addr())
		}
	}
	return ips
}
