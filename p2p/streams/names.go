package streams

import (
	"net/netip"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	manet "github.com/multiformats/go-multiaddr/net"

	"fives/engine/record"
	"fives/p2p/host"
)

// NodeOf returns the identity key of a peer. The host accepts no peer without one.
func NodeOf(id peer.ID) (node record.Key) {
	if key, err := host.PublicKey(id); err == nil {
		node = record.Key(key)
	}
	return node
}

// PeerOf returns the peer ID of a node; every identity key has one.
func PeerOf(node record.Key) peer.ID {
	id, err := host.PeerID(node[:])
	if err != nil {
		return "" // nobody's
	}
	return id
}

// addressOf is the IP address at the other end; the zero address if the connection goes through
// another node, whose guests shall not use up what it has itself.
func addressOf(c network.Conn) netip.Addr {
	if host.IsCircuit(c.RemoteMultiaddr()) {
		return netip.Addr{}
	}
	return sourceOf(c)
}

// sourceOf is the IP address whence a connection comes: at the other end, or of the node that it goes
// through.
func sourceOf(c network.Conn) netip.Addr {
	ip, err := manet.ToIP(c.RemoteMultiaddr())
	if err != nil {
		return netip.Addr{}
	}
	address, _ := netip.AddrFromSlice(ip)
	return address.Unmap()
}
