package host

import (
	"context"
	"fmt"
	"slices"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/client"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/proto"
	ma "github.com/multiformats/go-multiaddr"
)

// behindRelays is the address on which a host listens that is reached through others.
var behindRelays = ma.StringCast("/p2p-circuit")

// A silent relay is not waited for longer than anybody else; by default that would be a
// minute. libp2p has no other way to set it.
func init() {
	client.DialTimeout, client.ReserveTimeout, client.StreamTimeout = dialTimeout, dialTimeout, dialTimeout
}

// addCircuits lets a host reach the guests of other nodes through these nodes (PROTOCOL
// §2.5). A host that only dials is also reached in this way; all others have addresses of
// their own, unless they have a link ([Host.SetLink]).
func (s *stack) addCircuits(cfg Config) error {
	c, err := client.New(s.host, s.circuits)
	if err != nil {
		return err
	}
	s.client = c
	if err := s.swarm.AddTransport(c); err != nil || !cfg.DialOnly {
		return err
	}
	if err := s.swarm.AddListenAddr(behindRelays); err != nil {
		return err
	}
	c.Start()
	return nil
}

// IsCircuit reports whether an address leads through another node.
func IsCircuit(a ma.Multiaddr) bool {
	_, err := a.ValueForProtocol(ma.P_CIRCUIT)
	return err == nil
}

// through returns the address of the guests of a node. It contains no address of that node,
// which is connected already.
func through(relay peer.ID) (ma.Multiaddr, error) {
	return ma.NewMultiaddr("/p2p/" + relay.String() + "/p2p-circuit")
}

// relayOf returns the node through which an address made by [through] leads, "" for any
// other address.
func relayOf(a ma.Multiaddr) peer.ID {
	if len(a) != 2 || a[0].Protocol().Code != ma.P_P2P || a[1].Protocol().Code != ma.P_CIRCUIT {
		return ""
	}
	id, err := peer.Decode(a[0].Value())
	if err != nil {
		return ""
	}
	return id
}

// IsReachedThrough reports whether this host is reached through others: it only dials, or it has
// had a link.
func (h *Host) IsReachedThrough() bool {
	h.webMu.Lock()
	defer h.webMu.Unlock()
	return h.cfg.DialOnly || h.behind
}

// Reserve asks a node to which this one is connected for a place among its guests: others
// reach this node through it, until the place lapses or the connection ends.
func (h *Host) Reserve(ctx context.Context, relay peer.ID) error {
	if _, err := client.Reserve(network.WithNoDial(ctx, "reserve"), h.Host, peer.AddrInfo{ID: relay}); err != nil {
		return fmt.Errorf("host: %w", err)
	}
	return nil
}

// Relays reports whether a peer has said that it relays for its guests.
func (h *Host) Relays(id peer.ID) bool {
	known, err := h.Peerstore().SupportsProtocols(id, proto.ProtoIDv2Hop)
	return err == nil && len(known) > 0
}

// RelaysTo lists the nodes through which this host is connected with a peer.
func (h *Host) RelaysTo(id peer.ID) (relays []peer.ID) {
	for _, c := range h.Network().ConnsToPeer(id) {
		if relay := carrierOf(c.RemoteMultiaddr()); relay != "" && !slices.Contains(relays, relay) {
			relays = append(relays, relay)
		}
	}
	return relays
}

// carrierOf returns the node through which a connection with a remote address leads, "" if
// it leads through none.
func carrierOf(remote ma.Multiaddr) peer.ID {
	a, _ := ma.SplitFunc(remote, func(c ma.Component) bool { return c.Protocol().Code == ma.P_CIRCUIT })
	if relay, err := peer.IDFromP2PAddr(a); err == nil && IsCircuit(remote) {
		return relay
	}
	return ""
}

// Behind records that a peer is a guest of another one, and is reached through it. Other
// addresses of the peer are kept, and tried first.
func (h *Host) Behind(id, relay peer.ID) {
	if a, err := through(relay); err == nil {
		h.Peerstore().AddAddr(id, a, behindFor)
		h.swarm.Backoff().Clear(id)
	}
}

// Direct reports whether a connection with a peer goes through no other node.
func (h *Host) Direct(id peer.ID) bool { return len(h.directConns(id)) > 0 }

// ConnectDirectly dials, at its own addresses, a peer that is reached through another one.
func (h *Host) ConnectDirectly(ctx context.Context, id peer.ID) error {
	_, err := h.swarm.DialPeer(network.WithForceDirectDial(ctx, "direct"), id)
	return err
}

// directConns returns the connections with a peer that go through no other node.
func (h *Host) directConns(id peer.ID) []network.Conn {
	return slices.DeleteFunc(slices.Clone(h.Network().ConnsToPeer(id)), func(c network.Conn) bool {
		return c.IsClosed() || IsCircuit(c.RemoteMultiaddr())
	})
}
