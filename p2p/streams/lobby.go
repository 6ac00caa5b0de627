package streams

import (
	"context"
	"errors"
	"fmt"
	"net/netip"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/protocol"
	"github.com/multiformats/go-multistream"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/peers"
)

// A stream is one of the lobby's.
type stream struct{ network.Stream }

// Node returns the identity key of the node at the other end.
func (s stream) Node() record.Key { return NodeOf(s.Conn().RemotePeer()) }

// Address returns its IP address, the zero Addr if it has none, or another node carries the stream.
func (s stream) Address() netip.Addr { return addressOf(s.Conn()) }

// Source returns its IP address, or that of the node that carries the stream.
func (s stream) Source() netip.Addr { return sourceOf(s.Conn()) }

func (s stream) Read(b []byte) (int, error) {
	n, err := s.Stream.Read(b)
	return n, noLobby(err)
}

func (s stream) Write(b []byte) (int, error) {
	n, err := s.Stream.Write(b)
	return n, noLobby(err)
}

// noLobby marks the error that says that a peer has no lobby: it may come with the
// first frame.
func noLobby(err error) error {
	var refused multistream.ErrNotSupported[protocol.ID]
	if errors.As(err, &refused) {
		return fmt.Errorf("%w: %v", peers.ErrNoLobby, err)
	}
	return err
}

// OpenLobby opens a stream to the lobby of a connected node.
func (n *Network) OpenLobby(ctx context.Context, node record.Key) (entry.Stream, error) {
	s, err := n.ask(network.WithNoDial(ctx, "lobby"), node, ProtocolLobby)
	if err != nil {
		return nil, noLobby(err)
	}
	return stream{s}, nil
}

// OpenJoin opens a stream on which a seat is asked for.
func (n *Network) OpenJoin(ctx context.Context, node record.Key) (entry.Stream, error) {
	s, err := n.ask(ctx, node, ProtocolJoin)
	if err != nil {
		return nil, err
	}
	return stream{s}, nil
}

// Nodes lists the connected nodes.
func (n *Network) Nodes() (nodes []record.Key) {
	for _, id := range n.host.Network().Peers() {
		if !n.host.IsTwin(id) {
			nodes = append(nodes, NodeOf(id))
		}
	}
	return nodes
}

// PeerID returns the libp2p peer ID of a node.
func (n *Network) PeerID(node record.Key) string { return PeerOf(node).String() }
