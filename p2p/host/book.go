package host

import (
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/peerstore"
	ma "github.com/multiformats/go-multiaddr"
)

// A book knows the addresses of peers. What a peer in another network says of its own is not
// kept: 192.168.1.3 is somebody else here, and whoever is told to dial it finds that one.
// What discovery, the user or a link say is.
type book struct {
	certified
	near func(peer.ID) bool // whether a peer is connected from near, by a way of its own
}

// A certified book is what libp2p wants of one.
type certified interface {
	peerstore.Peerstore
	peerstore.CertifiedAddrBook
}

// AddAddr adds one address.
func (b *book) AddAddr(p peer.ID, a ma.Multiaddr, ttl time.Duration) {
	b.AddAddrs(p, []ma.Multiaddr{a}, ttl)
}

// AddAddrs adds addresses. Those that identify has heard, or keeps after a connection has
// ended, are known by how long they live: nothing else has these lifetimes.
func (b *book) AddAddrs(p peer.ID, addrs []ma.Multiaddr, ttl time.Duration) {
	if told := ttl == peerstore.ConnectedAddrTTL || ttl == peerstore.RecentlyConnectedAddrTTL; told && !b.near(p) {
		known := b.Addrs(p)
		addrs = slices.DeleteFunc(slices.Clone(addrs), func(a ma.Multiaddr) bool { return !slices.ContainsFunc(known, a.Equal) })
	}
	b.certified.AddAddrs(p, addrs, ttl)
}
