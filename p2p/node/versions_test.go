package node

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/protocol"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/discovery"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/entry"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/streams"
)

// newer runs a node of the next protocol version: it has other streams, and
// says so when it connects, and to discovery if it is given a name.
func newer(t *testing.T, name string) *host.Host {
	t.Helper()
	speaks := func(h *host.Host) {
		for _, p := range []string{"table", "lobby", "join"} {
			h.SetStreamHandler(protocol.ID(fmt.Sprintf("/fives/%s/%d", p, record.Version+1)), func(s network.Stream) { s.Reset() })
		}
	}
	h, err := host.New(host.Config{Key: seeded(77), Ifaces: []string{"lo"}, Version: "v2.0.1", Prepare: speaks})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	if name != "" {
		d, err := discovery.Start(discovery.Config{ID: h.ID(), Name: name, Version: record.Version + 1, Network: netnstest.Network(t), Ifaces: []string{"lo"}, Addrs: h.ListenAddrs})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
	}
	return h
}

// speaksLater is the warning about such a node.
var speaksLater = api.Warning{Code: api.WarnProtocol, Protocol: record.Version + 1, Ours: record.Version}

// TestNewerNodeFound: discovery finds a node of another protocol version.
// Peers, and a join that finds no table, say so.
func TestNewerNodeFound(t *testing.T) {
	ana := startNode(t, "ana")
	newer(t, "zoe")
	var p api.Peer
	eventually(t, "zoe is found", func() bool {
		for _, p = range ana.Peers() {
			if p.Name == "zoe" && p.Connected && p.Version == "v2.0.1" {
				return true
			}
		}
		return false
	})
	if p.Warning != speaksLater || p.Protocol != record.Version+1 {
		t.Errorf("%+v", p)
	}
	eventually(t, "people are told", func() bool { // the list may have it a moment before the events
		return hasEventLike(ana, api.EventPeer, func(e api.Event) bool { return otherProtocol(e) && e.Name == "zoe" })
	})
	saysSo(t, ana, "zoe", p.Fingerprint)
}

// TestNewerNodeGiven: the same for a node at a given address, whose announcements are not heard.
func TestNewerNodeGiven(t *testing.T) {
	ana := startNode(t, "ana")
	zoe := newer(t, "")
	at := zoe.Addrs()[0].String() + "/p2p/" + zoe.ID().String()
	var e *api.Error
	if _, err := ana.Connect(context.Background(), at); !errors.As(err, &e) {
		t.Fatal(err)
	}
	if e.Reason != api.ReasonOtherProtocol || e.Protocol != record.Version || e.Peers[0].Protocol != record.Version+1 {
		t.Errorf("connect: %v", e)
	}
	eventually(t, "the peer is listed", func() bool {
		peers := ana.Peers()
		return len(peers) == 1 && peers[0].Warning == speaksLater && peers[0].Version == "v2.0.1"
	})
	saysSo(t, ana, "", record.Fingerprint(streams.NodeOf(zoe.ID())))
	ben := startNode(t, "ben", at) // as with --peer
	eventually(t, "ben's peer is listed", func() bool {
		return len(ben.Peers()) > 0 && hasEventLike(ben, api.EventPeer, func(e api.Event) bool {
			return otherProtocol(e) && e.Name == "" && e.Fingerprint == record.Fingerprint(streams.NodeOf(zoe.ID()))
		})
	})
}

// otherProtocol reports whether an event says that a node speaks a later version.
func otherProtocol(e api.Event) bool {
	return e.What == api.OtherProtocol && e.Protocol == record.Version+1 && e.Ours == record.Version
}

// saysSo expects joining and watching to explain why there is no table.
func saysSo(t *testing.T, n *Node, name, print string) {
	t.Helper()
	ctx := context.Background()
	_, join := n.Join(ctx, api.JoinRequest{})
	_, named := n.Join(ctx, api.JoinRequest{Table: "3f9a"})
	_, watch := n.Watch(ctx, "3f9a")
	for what, err := range map[string]error{"join": join, "join of a table": named, "watch": watch} {
		var e *api.Error
		if !errors.As(err, &e) || e.Code != api.CodeNotFound || e.Protocol != record.Version || len(e.Peers) != 1 ||
			e.Peers[0].Name != name || e.Peers[0].Fingerprint != print || e.Peers[0].Protocol != record.Version+1 {
			t.Errorf("%s: %v, %+v", what, err, e)
		}
	}
}

// TestUpgraded: a node that comes back with this node's version is no longer a stranger.
func TestUpgraded(t *testing.T) {
	ana := startNode(t, "ana")
	home := t.TempDir()
	ben, stop := startStoppable(t, home, "ben")
	id := ben.host.ID()
	stop()
	ana.Found(id, "ben", record.Version+1, nil)
	if p, err := ana.findPeer("ben"); err == nil || p.Warning.Code != "" {
		t.Errorf("of another version, and found by its name: %+v", p)
	}
	startStoppable(t, home, "ben", addr(ana))
	eventually(t, "ben has this version", func() bool {
		p, err := ana.findPeer("ben")
		return err == nil && p.Warning.Code == "" && p.Protocol == record.Version
	})
}

// TestMinorVersions: with a peer, the smaller of the two minor versions is used, once it has said its own on this connection.
func TestMinorVersions(t *testing.T) {
	ana := startNode(t, "ana")
	for name, c := range map[string]struct {
		theirs, shared uint64
		age            api.Age
	}{
		"older": {0, 0, api.Older}, "same": {peers.Minor, peers.Minor, api.SameAge}, "newer": {peers.Minor + 7, peers.Minor, api.Newer},
	} {
		t.Run(name, func(t *testing.T) {
			p := startRaw(t, ana, nil)
			p.answer(streams.ProtocolLobby, encode(t, entry.Answer{Name: name, Version: "v1.9.0", Minor: c.theirs}))
			greets(t, ana, p)
			sees(t, ana, p, c.shared, c.age)
		})
	}
}

// greets waits until a node has asked another one for its name, if that one had not answered yet when it connected.
func greets(t *testing.T, n *Node, p *raw) {
	t.Helper()
	eventually(t, n.name+" greets the other", func() bool {
		n.lobby.Greet(streams.NodeOf(p.ID()))
		seen := n.directory.List()[streams.NodeOf(p.ID())]
		return seen.Protocol == record.Version && seen.Version != ""
	})
}

// sees waits until a node lists a peer with that minor version and age.
func sees(t *testing.T, n *Node, p *raw, shared uint64, age api.Age) {
	t.Helper()
	eventually(t, fmt.Sprintf("of minor version %d and %q in the list", shared, age), func() bool { return lists(n, p, shared, age) })
}

// lists reports whether a node lists a peer with that minor version and age.
func lists(n *Node, p *raw, shared uint64, age api.Age) bool {
	return slices.ContainsFunc(n.Peers(), func(got api.Peer) bool {
		return got.ID == p.ID().String() && got.Connected && got.Minor == shared && got.Age == age
	})
}

// TestMinorOnStreams: whoever opens a stream says its minor version, which replaces an older one; with the connection, it is forgotten.
func TestMinorOnStreams(t *testing.T) {
	ana := startNode(t, "ana")
	p := startRaw(t, ana, nil)
	p.answer(streams.ProtocolLobby, encode(t, entry.Answer{Name: "zoe", Version: "v1.9.0", Minor: peers.Minor}))
	greets(t, ana, p)
	for _, first := range []struct {
		on    protocol.ID
		frame func(minor uint64) any
	}{
		{streams.ProtocolLobby, func(m uint64) any { return entry.Request{Minor: m} }},
		{streams.ProtocolTable, func(m uint64) any { return streams.Opening{Minor: m} }},
		{streams.ProtocolJoin, func(m uint64) any {
			return entry.Hello{Minor: m}
		}},
	} {
		for m, age := range map[uint64]api.Age{peers.Minor + 1: api.Newer, 0: api.Older} {
			frame := encode(t, first.frame(m))
			var last time.Time
			eventually(t, fmt.Sprintf("minor version %d, said on %s", m, first.on), func() bool {
				if lists(ana, p, min(m, peers.Minor), age) {
					return true
				}
				// A busy node may refuse a stream, or give up before it has read.
				if time.Since(last) > 3*lobby.LobbyTime {
					last = time.Now()
					if s, err := p.open(first.on); err == nil {
						s.Write(frame)
						t.Cleanup(func() { s.Reset() })
					}
				}
				return false
			})
		}
	}
	ana.host.Network().ClosePeer(p.ID())
	eventually(t, "her word is forgotten", func() bool {
		seen := ana.directory.List()[streams.NodeOf(p.ID())]
		return !seen.Connected && seen.Minor == 0 && seen.Age == api.SameAge
	})
}

// TestMinorBetweenNodes: two nodes of this version tell each other so.
func TestMinorBetweenNodes(t *testing.T) {
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	for _, n := range []*Node{ana, ben} {
		eventually(t, "both know", func() bool {
			for _, p := range n.Peers() {
				if p.Connected && p.Minor == peers.Minor && p.Age == api.SameAge {
					return true
				}
			}
			return false
		})
	}
}
