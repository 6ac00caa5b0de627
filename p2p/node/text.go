package node

import (
	"net/netip"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	manet "github.com/multiformats/go-multiaddr/net"

	"fives/engine/record"
	"fives/p2p/host"
)

// fingerprint is what people compare to know a node.
func fingerprint(id peer.ID) string {
	key, err := host.PublicKey(id)
	if err != nil {
		return id.String()
	}
	return record.Fingerprint(record.Key(key))
}

// nodeOf is the identity key of a peer. The host takes no peer without one.
func nodeOf(id peer.ID) (node record.Key) {
	if key, err := host.PublicKey(id); err == nil {
		node = record.Key(key)
	}
	return node
}

// addressOf is the IP address at the other end; the zero address if it has none.
func addressOf(c network.Conn) netip.Addr {
	ip, err := manet.ToIP(c.RemoteMultiaddr())
	if err != nil {
		return netip.Addr{}
	}
	address, _ := netip.AddrFromSlice(ip)
	return address.Unmap()
}
