package streams

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/event"
	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/p2p/host/eventbus"
	ma "github.com/multiformats/go-multiaddr"

	"fives/engine/record"
	"fives/p2p/host"
	"fives/p2p/peers"
)

// ParseAddr reads a multiaddr that ends in /p2p/PEER-ID.
func ParseAddr(addr string) (peer.AddrInfo, error) {
	m, err := ma.NewMultiaddr(addr)
	if err != nil {
		return peer.AddrInfo{}, fmt.Errorf("%q is no multiaddr: %w", addr, err)
	}
	info, err := peer.AddrInfoFromP2pAddr(m)
	if err != nil {
		return peer.AddrInfo{}, fmt.Errorf("%q names no peer: %w", addr, err)
	}
	if len(info.Addrs) == 0 {
		return peer.AddrInfo{}, fmt.Errorf("%q has no address", addr)
	}
	return *info, nil
}

// ErrEnded says that the other side ended a connection as soon as it was made: over QUIC, the dialler
// is connected first, and learns only then that the other side refuses it.
var ErrEnded = errors.New("the connection ended as soon as it was made")

// Connect connects to a node at an address that the user gave, and waits until the node has
// said what it is. A connection over which it does not is none, whether or not this side has
// noticed already that it has ended.
func (n *Network) Connect(ctx context.Context, info peer.AddrInfo) error {
	n.host.NoteGiven(info.ID, info.Addrs)
	failed, err := n.host.EventBus().Subscribe(new(event.EvtPeerIdentificationFailed), eventbus.BufSize(256))
	if err != nil {
		return err
	}
	defer failed.Close() //nolint:errcheck // there is nothing to lose
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	if err := n.host.Connect(ctx, info); err != nil {
		return err
	}
	for len(failed.Out()) > 0 { // it is told before Connect returns
		if e := (<-failed.Out()).(event.EvtPeerIdentificationFailed); e.Peer == info.ID {
			return ErrEnded
		}
	}
	if !slices.ContainsFunc(n.host.Network().ConnsToPeer(info.ID), func(c network.Conn) bool { return !c.IsClosed() }) {
		return ErrEnded
	}
	return nil
}

// KeepConnecting holds a connection to an address that the user gave, until the
// node ends.
func (n *Network) KeepConnecting(addr string) {
	info, err := ParseAddr(addr)
	if err != nil {
		n.cfg.Log.Error("an address that was given", "err", err)
		return
	}
	for wait := time.NewTimer(0); ; wait.Reset(peers.RedialEvery) {
		select {
		case <-n.ctx.Done():
			return
		case <-wait.C:
		}
		if info.ID == n.host.ID() {
			n.FoundTwin(info.Addrs)
			continue
		}
		if node := NodeOf(info.ID); !n.Connected(node) {
			n.host.NoteGiven(info.ID, info.Addrs)
			n.Dial(node)
		}
	}
}

// NoteFound notes a node that discovery has seen, and dials it if there are few connections
// or if it sits at a table of this node.
func (n *Network) NoteFound(id peer.ID, name string, version int, addrs []ma.Multiaddr) {
	n.host.NoteSeen(id, addrs)
	node := NodeOf(id)
	n.directory.NoteDiscovered(node, name, version)
	if n.Connected(node) {
		n.goDirectly(node)
		return
	}
	if len(n.host.Network().Peers()) < host.EnoughConns || n.sitsHere(node) {
		n.Dial(node)
	}
}

// Dial connects to a node in the background, unless that was tried just now.
func (n *Network) Dial(node record.Key) {
	if !n.directory.StartDial(node, n.sitsHere(node)) {
		return
	}
	n.cfg.Work.Go(func() {
		defer n.directory.DialDone()
		ctx, cancel := context.WithTimeout(n.ctx, n.openFor(node))
		defer cancel()
		if err := n.host.Connect(ctx, peer.AddrInfo{ID: PeerOf(node)}); err != nil {
			n.cfg.Log.Debug("dial", "peer", PeerOf(node), "err", err)
		}
	})
}

// sitsHere reports whether a node sits at a table of this node's, or is the host
// of one at which this node has asked for a seat.
func (n *Network) sitsHere(node record.Key) bool { return n.session.Sits(node) || n.lobby.Awaits(node) }

// watch greets every node that connects.
func (n *Network) watch() {
	n.host.Network().Notify(&network.NotifyBundle{
		ConnectedF: func(_ network.Network, c network.Conn) {
			if n.host.IsTwin(c.RemotePeer()) {
				return // it says so on a stream
			}
			n.askOver(c)
			node := NodeOf(c.RemotePeer())
			n.room.doubt(node)
			n.directory.NoteConnected(node)
			n.cfg.Work.Go(func() { n.lobby.Greet(node) })
		},
		DisconnectedF: func(_ network.Network, c network.Conn) {
			n.twins.forget(c)
			node := NodeOf(c.RemotePeer())
			n.room.doubt(node)
			n.directory.NoteOtherWay(node)
			if !n.Connected(node) && n.ctx.Err() == nil {
				n.directory.NoteDisconnected(node, c.RemoteMultiaddr().String())
			}
		},
	})
}
