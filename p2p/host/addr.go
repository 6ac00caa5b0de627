package host

import (
	"slices"

	"github.com/libp2p/go-libp2p/core/peer"
	ma "github.com/multiformats/go-multiaddr"
)

// IsWebSocket reports whether an address is one that browsers can dial.
func IsWebSocket(a ma.Multiaddr) bool {
	return len(a) > 0 && a[len(a)-1].Protocol().Code == ma.P_WS
}

// WebSockets lists the addresses that browsers can dial a peer at, as far as they are
// known; of this host, those of [Host.Invite].
func (h *Host) WebSockets(id peer.ID) []ma.Multiaddr {
	addrs := h.Addrs()
	if id != h.ID() {
		addrs = h.Peerstore().Addrs(id)
	}
	return slices.DeleteFunc(slices.Clone(addrs), func(a ma.Multiaddr) bool { return !IsWebSocket(a) })
}
