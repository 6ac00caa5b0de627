// Package near says which IP addresses are of a local network, for all who dial, listen,
// announce or invite. It knows addresses alone: of which networks this machine is a part,
// and what its user allows beside these, is for p2p/host.
package near

import "net/netip"

// shared are the addresses that a provider, or a network of one's own over the internet,
// gives out behind its own gateway (RFC 6598).
var shared = netip.MustParsePrefix("100.64.0.0/10")

// Private reports whether an address is one that many networks have, each for itself.
func Private(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsPrivate() || shared.Contains(ip)
}

// Local reports whether an address leads to no further than the local network: a private,
// link-local or loopback one.
func Local(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsLoopback() || ip.IsLinkLocalUnicast() || Private(ip)
}
