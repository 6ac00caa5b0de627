// Package near says which IP addresses and names belong to a local network, for code that
// dials, listens, announces or invites. It knows only addresses: package p2p/host knows of
// which networks this machine is a part, and what its user allows besides.
package near

import (
	"crypto/sha256"
	"encoding/base32"
	"net/netip"
	"strings"
)

// shared holds the addresses that a provider, or a private network over the internet, gives
// out behind its own gateway (RFC 6598).
var shared = netip.MustParsePrefix("100.64.0.0/10")

// Private reports whether an address is one that many networks use, each for itself.
func Private(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsPrivate() || shared.Contains(ip)
}

// Local reports whether an address leads no further than the local network: it is a
// private, link-local or loopback one.
func Local(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsLoopback() || ip.IsLinkLocalUnicast() || Private(ip)
}

// Label returns a short name for a node that DNS can carry: the first 80 bits of the
// SHA-256 of its peer ID's bytes in lower-case base32 (PROTOCOL §1.1).
func Label(peer []byte) string {
	sum := sha256.Sum256(peer)
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
}

// Name returns the name by which browsers find the pages of a node, whatever its address is
// today, as in "fives-k7fdo2.local": the first 30 bits of its [Label], short enough to be
// typed (PROTOCOL §1.1).
func Name(peer []byte) string { return "fives-" + Label(peer)[:6] + ".local" }

// IsName reports whether a host name could be the [Name] of a node.
func IsName(host string) bool {
	label, named := strings.CutPrefix(strings.ToLower(host), "fives-")
	label, local := strings.CutSuffix(label, ".local")
	return named && local && len(label) == 6 && strings.Trim(label, "abcdefghijklmnopqrstuvwxyz234567") == ""
}
