package discovery

import (
	"fmt"
	"net"
	"net/netip"
	"slices"

	"fives/p2p/api"
)

// link is a network interface as it was at one moment.
type link struct {
	index    int
	name     string
	loopback bool
	tunnel   bool // it leads to one other machine, not to neighbours
	running  bool // it has a carrier
	ips      []netip.Addr
	nets     []netip.Prefix // the networks of ips
}

// equal reports whether two looks at a link agree in everything that a responder depends on.
func (l link) equal(o link) bool {
	return l.index == o.index && l.name == o.name && slices.Equal(l.ips, o.ips) && slices.Equal(l.nets, o.nets)
}

// families lists the address families to use on a link. The loopback has no
// IPv6 multicast (measured on Linux, with and without a route).
func (l link) families() []family {
	var fs []family
	if slices.ContainsFunc(l.ips, ipv4.owns) {
		fs = append(fs, ipv4)
	}
	if !l.loopback && slices.ContainsFunc(l.ips, ipv6.owns) {
		fs = append(fs, ipv6)
	}
	return fs
}

// reachable reports whether the link has an address that can be announced.
func (l link) reachable() bool {
	return slices.ContainsFunc(l.ips, func(ip netip.Addr) bool { return announceable(ip, l) })
}

// netInterface returns what package net needs to know about a link.
func (l link) netInterface() *net.Interface {
	return &net.Interface{Index: l.index, Name: l.name}
}

// missing stands for a named interface that does not exist at present.
type missing struct {
	name   string
	reason api.WarningCode
}

// links returns the interfaces that are up: those named, or, without names, all that fit. A named one need
// not fit, because lo does multicast without saying so. It also returns the named ones that are not up.
func links(names []string, fits func(net.Interface) bool) ([]link, []missing, error) {
	ifis, err := net.Interfaces()
	if err != nil {
		return nil, nil, fmt.Errorf("discovery: interfaces: %w", err)
	}
	var found []link
	var gone []missing
	for _, ifi := range ifis {
		named := slices.Contains(names, ifi.Name)
		if !named && (len(names) > 0 || ifi.Flags&net.FlagUp == 0 || !fits(ifi)) {
			continue
		}
		if ifi.Flags&net.FlagUp == 0 {
			gone = append(gone, missing{ifi.Name, api.WarnDown})
			continue
		}
		l := link{
			index: ifi.Index, name: ifi.Name, loopback: ifi.Flags&net.FlagLoopback != 0,
			tunnel: ifi.Flags&net.FlagBroadcast == 0 || ifi.Flags&net.FlagPointToPoint != 0, running: ifi.Flags&net.FlagRunning != 0,
		}
		l.ips, l.nets = addresses(ifi)
		found = append(found, l)
	}
	for _, name := range names {
		if !slices.ContainsFunc(ifis, func(i net.Interface) bool { return i.Name == name }) {
			gone = append(gone, missing{name, api.WarnNoInterface})
		}
	}
	return found, gone, nil
}

// usual reports whether discovery uses an interface without being told to.
func usual(ifi net.Interface) bool {
	return ifi.Flags&net.FlagMulticast != 0 && ifi.Flags&net.FlagLoopback == 0
}

// addresses returns an interface's addresses and their networks, each in a
// stable order.
func addresses(ifi net.Interface) (ips []netip.Addr, nets []netip.Prefix) {
	addrs, err := ifi.Addrs()
	if err != nil {
		return nil, nil // it has just gone, as the next look will show
	}
	for _, a := range addrs {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			ips, nets = append(ips, p.Addr().Unmap()), append(nets, p.Masked())
		}
	}
	slices.SortFunc(ips, netip.Addr.Compare)
	slices.SortFunc(nets, netip.Prefix.Compare)
	return slices.Compact(ips), slices.Compact(nets)
}

// diff compares two looks at the interfaces, and returns the links to build and those to tear down. A link
// that has changed is in both.
func diff(old, new []link) (build, tear []link) {
	in := func(l link, list []link) bool { return slices.ContainsFunc(list, l.equal) }
	for _, l := range old {
		if !in(l, new) {
			tear = append(tear, l)
		}
	}
	for _, l := range new {
		if !in(l, old) {
			build = append(build, l)
		}
	}
	return build, tear
}
