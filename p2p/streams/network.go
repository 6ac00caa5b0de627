package streams

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/host"
	"fives/p2p/limit"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/session"
	"fives/p2p/twin"
)

// Protocols (PROTOCOL §3).
const (
	ProtocolTable protocol.ID = "/fives/table/4"
	ProtocolLobby protocol.ID = "/fives/lobby/4"
	ProtocolJoin  protocol.ID = "/fives/join/4"
	ProtocolRoom  protocol.ID = "/fives/room/3"
	ProtocolTwin  protocol.ID = "/fives/twin/4"
)

const (
	openTime = 5 * time.Second // for a connection, an opening or a genesis, in one room
	banTime  = time.Minute

	// A node opens fewer streams than it may (PROTOCOL §2.3), however many tables it
	// shares with a peer, and however often it is asked for the peer's tables: so
	// many of each kind to one peer.
	openEvery = 50 * time.Millisecond
	openBurst = 20

	// To take in how a table began is to verify as many signatures as it has seats.
	beginEvery = time.Second / 2
	beginBurst = 20
)

// Work is where a network's goroutines are counted: the node's end waits for them.
type Work interface {
	Go(f func())
	// Enter counts what begins from outside until Leave, unless the node is ending.
	Enter() bool
	Leave()
}

// Config says what a network works with.
type Config struct {
	Strangers *peers.StreamLimit
	Work      Work
	// Credential is that by which this node watches a private table, nil for none.
	Credential func(t *session.Table) *entry.Credential
	// Guard knows the daemons that run with this node's key.
	Guard *twin.Guard
	Log   *slog.Logger
}

// A Network is the other nodes, over a libp2p host.
type Network struct {
	cfg    Config
	opens  *limit.Rate  // of streams for tables
	asks   *limit.Rate  // of all others
	queued atomic.Int64 // bytes for those who watch this node's tables
	room   *room
	twins  *twins

	begins *limit.Rate // of tables of which a node may say how they began
	paces  paces

	// Set by Start.
	ctx       context.Context // until the node ends
	host      *host.Host
	session   *session.Session
	lobby     *lobby.Lobby
	directory *peers.Directory

	mu    sync.Mutex // guards the rest
	conns map[record.Key][]*conn
}

// New returns a network that nobody is connected to before it starts.
func New(cfg Config) *Network {
	return &Network{
		cfg: cfg, conns: map[record.Key][]*conn{},
		room: newRoom(), twins: newTwins(cfg.Guard),
		opens: limit.NewRate(time.Now, openEvery, openBurst), asks: limit.NewRate(time.Now, openEvery, openBurst),
		begins: limit.NewRate(time.Now, beginEvery, beginBurst),
	}
}

// Start serves all streams and greets the nodes that connect, over a host that
// nobody has been told of yet, until ctx is done.
func (n *Network) Start(ctx context.Context, h *host.Host, s *session.Session, l *lobby.Lobby, d *peers.Directory) {
	n.ctx, n.host, n.session, n.lobby, n.directory = ctx, h, s, l, d
	n.Handle(ProtocolTable, n.handleTable)
	n.Handle(ProtocolLobby, func(s network.Stream) { l.ServeLobby(stream{s}) })
	n.Handle(ProtocolJoin, func(s network.Stream) { l.ServeJoin(stream{s}) })
	n.Handle(ProtocolRoom, n.handleRoom)
	n.Handle(ProtocolTwin, n.handleTwin)
	n.watch()
}

// Handle serves the streams of a protocol. Streams that are still served when the
// node ends are waited for, as the host does not.
func (n *Network) Handle(id protocol.ID, serve func(network.Stream)) {
	n.host.SetStreamHandler(id, func(s network.Stream) {
		if !n.cfg.Work.Enter() {
			s.Reset()
			return
		}
		defer n.cfg.Work.Leave()
		serve(s)
	})
}

// Connected reports whether a node is connected.
func (n *Network) Connected(node record.Key) bool {
	return n.host != nil && n.host.Network().Connectedness(PeerOf(node)) == network.Connected
}

// RoundTrip returns how long a connected node takes to answer, 0 if that is not known.
func (n *Network) RoundTrip(node record.Key) time.Duration { return n.directory.RoundTrip(node) }

// mostFar is how far a node counts, at most: it may be slow on purpose.
const mostFar = 2 * time.Second

// far returns how much longer than in one room this node waits for an answer of a connected node.
func (n *Network) far(node record.Key) time.Duration { return min(n.RoundTrip(node), mostFar) }

// openFor returns how long opening something to a node may take. To who is not in the room it is some
// five ways there and back, and any frame of these may be lost.
func (n *Network) openFor(node record.Key) time.Duration {
	if n.Elsewhere(node) || n.far(node) > openTime/10 {
		return 2 * openTime
	}
	return openTime
}

// Elsewhere reports whether a connected node is not here: a link has led to it or it here, or it is
// somebody's guest, or reached through another node.
func (n *Network) Elsewhere(node record.Key) bool {
	id := PeerOf(node)
	return n.room.knows(node) || n.host.CameByLink(id) || n.host.WentByLink(id) || len(n.host.RelaysTo(id)) > 0
}

// Announcement is what a connected node has said of itself on connecting: the names
// of its streams, and its program's version.
func (n *Network) Announcement(node record.Key) (streams []string, program string) {
	protocols, err := n.host.Peerstore().GetProtocols(PeerOf(node))
	if err != nil {
		return nil, ""
	}
	for _, p := range protocols {
		streams = append(streams, string(p))
	}
	if agent, err := n.host.Peerstore().Get(PeerOf(node), "AgentVersion"); err == nil {
		text, _ := agent.(string)
		program, _ = strings.CutPrefix(text, "fives/")
	}
	return streams, record.CleanName(program)
}

// ask opens a stream because a person wants something of a node. Too many
// at once wait.
func (n *Network) ask(ctx context.Context, node record.Key, id protocol.ID) (network.Stream, error) {
	if err := n.asks.Wait(ctx, node); err != nil {
		return nil, err
	}
	return n.host.NewStream(ctx, PeerOf(node), id)
}

// Open opens a stream for a table.
func (n *Network) Open(t *session.Table, node record.Key) {
	if n.opens.Allow(node) {
		n.cfg.Work.Go(func() { n.open(t, node) })
	}
}

// Protect keeps libp2p from trimming the connections to the table's nodes when
// there are too many, as long as they are needed.
func (n *Network) Protect(node record.Key, table record.Hash, needed bool) {
	if needed {
		n.host.ConnManager().Protect(PeerOf(node), table.String())
	} else {
		n.host.ConnManager().Unprotect(PeerOf(node), table.String())
	}
}

// KeepOut ends connections, which may take a while.
func (n *Network) KeepOut(node record.Key) { n.cfg.Work.Go(func() { n.ban(PeerOf(node)) }) }

// Welcome lets a node in that was kept out.
func (n *Network) Welcome(node record.Key) { n.host.Unblock(PeerOf(node)) }

// ban blocks a peer for a while that plays at none of this node's tables.
func (n *Network) ban(id peer.ID) {
	if n.host.Blocked(id) {
		return
	}
	n.cfg.Log.Warn("peer blocked for 1 minute: invalid messages", "peer", id)
	n.host.Block(id)
	time.AfterFunc(banTime, func() { n.host.Unblock(id) })
}

// StopFlood deals with a peer that keeps opening streams that it may not have. If it plays
// at a table, all that can be done is to hang up.
func (n *Network) StopFlood(id peer.ID) {
	if !n.session.Plays(NodeOf(id)) {
		n.ban(id)
		return
	}
	n.cfg.Log.Warn("a peer opens far too many streams", "peer", id)
	n.close(id)
}

// hangUp closes the connections to a node that has said nothing for too long, so
// that it is dialled again: it may have another address by now, and libp2p would
// notice only after 40 s. One that is heard at another table has not.
func (n *Network) hangUp(node record.Key, err error) {
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() && !n.hears(node) {
		n.close(PeerOf(node))
	}
}

func (n *Network) close(id peer.ID) {
	relays := n.host.RelaysTo(id)
	if err := n.host.Network().ClosePeer(id); err != nil {
		n.cfg.Log.Debug("hanging up", "peer", id, "err", err)
	}
	for _, relay := range relays {
		n.cfg.Work.Go(func() { n.probe(relay) })
	}
}

// probe asks a relay for something, because somebody behind it is silent, and hangs up on it
// if it is, too: nothing else may be said to it that would show it.
func (n *Network) probe(relay peer.ID) {
	ctx, cancel := context.WithTimeout(n.ctx, openTime+n.far(NodeOf(relay)))
	defer cancel()
	var timeout net.Error
	if err := n.host.Reserve(ctx, relay); errors.As(err, &timeout) && timeout.Timeout() {
		n.close(relay)
	}
}

// hears reports whether a node has said something of late, at any table.
func (n *Network) hears(node record.Key) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.ContainsFunc(n.conns[node], (*conn).alive)
}

// keep notes a stream that is served, drop that it is no more.
func (n *Network) keep(c *conn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.conns[c.node] = append(n.conns[c.node], c)
}

func (n *Network) drop(c *conn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.conns[c.node] = slices.DeleteFunc(n.conns[c.node], func(d *conn) bool { return d == c })
	if len(n.conns[c.node]) == 0 {
		delete(n.conns, c.node)
	}
}
