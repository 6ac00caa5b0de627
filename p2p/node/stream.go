package node

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/protocol"
	"golang.org/x/time/rate"

	"fives/engine/record"
	"fives/p2p/host"
	"fives/p2p/lobby"
	"fives/p2p/peers"
	"fives/p2p/replica"
	"fives/p2p/wire"
)

// Protocols (PROTOCOL §3).
const (
	protocolTable protocol.ID = "/fives/table/1"
	protocolLobby protocol.ID = "/fives/lobby/1"
	protocolJoin  protocol.ID = "/fives/join/1"
)

// Limits of a table's stream.
const (
	idleTable   = 10 * time.Second // without a frame; there is a heartbeat every two seconds
	openTime    = 5 * time.Second
	writeTime   = 20 * time.Second
	queueLength = 256
	queueBytes  = 8 << 20
	watchQueue  = 512 << 10 // the same of a node that only watches
	watchQueues = 16 << 20  // of all of them together, at all tables
	frameRate   = 200       // frames a second, in the long run
	frameBurst  = 1000
	byteRate    = 4 << 20 // bytes a second, in the long run
	byteBurst   = 32 << 20
	watchRate   = 10 // the same of a node that only watches
	watchBurst  = 100
	serveEvery  = time.Second // between the streams that a peer opens for one table: all hear of each
	serveBurst  = 10
	maxCharges  = 8                // times that a peer may send what no honest node sends, at one table
	forgiveness = 10 * time.Second // for each of them
	chatEvery   = time.Second      // between the lines of a peer that are shown
	chatBurst   = 10
	banTime     = time.Minute

	// A node opens far fewer streams than it may (PROTOCOL §2.3), however many
	// tables it shares with a peer.
	openEvery = 50 * time.Millisecond // between two streams to one peer
	openBurst = 20
)

// opening is the first frame of a table's stream.
type opening struct {
	Table      record.Hash       `cbor:"table"`
	Credential *lobby.Credential `cbor:"credential,omitempty"` // of who watches a private table
	Minor      uint64            `cbor:"minor,omitempty"`
}

// A conn is the stream between this node and another for one table.
type conn struct {
	g      *game
	peer   peer.ID
	stream network.Stream
	mine   bool // this node opened it
	seated bool // the peer has a seat, or this node only watches

	mu       sync.Mutex
	queued   int
	closed   bool // nothing more is queued
	finished bool // because everything has been said
	queue    chan []byte
	heard    time.Time // when the last message came
}

// reach opens streams to the table's nodes that need one, and dials those that
// are not connected.
func (g *game) reach(ctx context.Context) {
	g.protect()
	if !g.wanted() {
		return
	}
	for _, id := range g.at {
		switch {
		case !g.needs(id) || g.charges.Exhausted(nodeOf(id)):
		case g.n.host.Network().Connectedness(id) != network.Connected:
			if g.seeks(id) {
				g.n.redial(ctx, id)
			}
		case g.tries.next(id, time.Now()) && g.n.openLimit.Allow(nodeOf(id)):
			g.n.run(func() { g.open(ctx, id) })
		}
	}
}

// protect keeps libp2p from trimming the connections to the table's nodes when
// there are too many, as long as they are needed.
func (g *game) protect() {
	over := g.finished()
	for _, id := range g.at {
		if over {
			g.n.host.ConnManager().Unprotect(id, g.id.String())
		} else {
			g.n.host.ConnManager().Protect(id, g.id.String())
		}
	}
}

// wanted reports whether this node itself has a use for the table: it was not
// only recalled from the archive for somebody else, who will come for it.
func (g *game) wanted() bool {
	g.n.mu.Lock()
	defer g.n.mu.Unlock()
	return !g.forPeer
}

func (g *game) open(ctx context.Context, id peer.ID) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	s, err := g.n.host.NewStream(network.WithNoDial(ctx, "table"), id, protocolTable)
	if err != nil {
		g.n.log.Debug("table stream", "peer", id, "err", err)
		g.n.hangUp(id, err)
		return
	}
	s.SetWriteDeadline(time.Now().Add(openTime))
	if err := wire.Write(s, opening{Table: g.id, Credential: g.credential, Minor: peers.Minor}); err != nil {
		s.Reset()
		return
	}
	g.serve(s, true)
}

// handleTable takes a table's stream that another node opened.
func (n *Node) handleTable(s network.Stream) {
	id := s.Conn().RemotePeer()
	leave := func() {}
	if !n.sitsWith(id) {
		var ok bool
		if leave, ok = n.strangers.Enter(nodeOf(id), addressOf(s.Conn())); !ok {
			s.Reset()
			return
		}
	}
	g := n.opened(s, id)
	leave()
	if g == nil || !g.opens.Allow(nodeOf(id)) || g.admits(id) && g.charges.Exhausted(nodeOf(id)) {
		s.Reset()
		return
	}
	g.serve(s, false)
}

// opened finds or makes the table that a stream is for. Who may not have a
// table that is here is treated as if it were not.
func (n *Node) opened(s network.Stream, id peer.ID) *game {
	var o opening
	if err := wire.ReadShort(s, openTime, lobby.MaxStrangerFrame, &o); err != nil {
		return nil
	}
	n.directory.NoteMinor(nodeOf(id), o.Minor)
	if g := n.game(o.Table); g != nil && (g.admits(id) || g.lets(id, o.Credential) && g.hasRoom(id)) {
		return g
	}
	if g, archived := n.recall(o.Table, id); archived {
		return g
	}
	if g := n.receiveTable(s, o.Table); g != nil && g.admits(id) {
		return g
	}
	return nil
}

// sitsWith reports whether a peer sits at one of this node's tables.
func (n *Node) sitsWith(id peer.ID) bool {
	return slices.ContainsFunc(n.running(), func(g *game) bool { return g.admits(id) })
}

// hangUp closes the connections to a peer that has said nothing for too long,
// so that it is dialled again: it may have another address by now, and libp2p
// would notice only after 40 s. One that is heard at another table has not.
func (n *Node) hangUp(id peer.ID, err error) {
	var timeout net.Error
	if !errors.As(err, &timeout) || !timeout.Timeout() || n.hears(id) {
		return
	}
	if err := n.host.Network().ClosePeer(id); err != nil {
		n.log.Debug("hanging up", "peer", id, "err", err)
	}
}

// hears reports whether a peer has said something of late, at any table.
func (n *Node) hears(id peer.ID) bool {
	return slices.ContainsFunc(n.running(), func(g *game) bool {
		g.mu.Lock()
		c := g.conns[replica.Peer(id)]
		g.mu.Unlock()
		if c == nil {
			return false
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		return time.Since(c.heard) < idleTable
	})
}

// plays reports whether a peer has a seat at a table of this node's whose game is
// not over, and which is not stopped by a fault of its own.
func (n *Node) plays(id peer.ID) bool {
	return slices.ContainsFunc(n.running(), func(g *game) bool { return g.admits(id) && !g.finished() && !g.guilty(id) })
}

// guilty reports whether a fault of a seat of a node has stopped the table.
func (g *game) guilty(id peer.ID) (yes bool) {
	g.look(func(r *replica.Replica) {
		for i, s := range g.terms.Seats {
			key := replica.Node(s)
			if at, err := host.PeerID(key[:]); err == nil && at == id {
				yes = yes || r.Table().Guilty(i)
			}
		}
	})
	return yes
}

func (n *Node) game(id record.Hash) *game {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.games[id]
}

// admits reports whether a node may have the table's log: it has a seat.
func (g *game) admits(id peer.ID) bool { return slices.Contains(g.at, id) }

// serve runs a stream until it ends.
func (g *game) serve(s network.Stream, mine bool) {
	id := s.Conn().RemotePeer()
	c := &conn{g: g, peer: id, stream: s, mine: mine, seated: g.onlooker || g.admits(id), queue: make(chan []byte, queueLength)}
	if !g.attach(c) {
		c.close()
		g.detach(c)
		c.drain()
		return
	}
	g.tellWatching(c.peer)
	defer g.tellWatching(c.peer)
	done := make(chan struct{})
	g.n.run(func() {
		defer close(done)
		c.write()
	})
	err := c.read()
	g.n.log.Debug("table stream ended", "table", short(g.id), "peer", c.peer, "err", err)
	c.close()
	if !c.finished {
		g.n.hangUp(c.peer, err)
	}
	g.detach(c)
	<-done
}

// attach makes c the stream to its peer. Of two that were opened at the same
// time from both ends, the one that the lower peer ID opened stays.
func (g *game) attach(c *conn) bool {
	key, err := host.PublicKey(c.peer)
	if err != nil {
		return false
	}
	keep := true
	err = g.do(func(r *replica.Replica, now time.Time) error {
		p := replica.Peer(c.peer)
		if old := g.conns[p]; old != nil {
			if lower := g.n.host.ID() < c.peer; old.mine != c.mine && c.mine != lower {
				keep = false
				return nil
			}
			old.close()
			r.Disconnect(p, now)
		}
		g.conns[p] = c
		r.Connect(p, record.Key(key), now)
		g.sayNow(c)
		return nil
	})
	return keep && err == nil
}

// detach forgets a stream that has ended, also while the store takes nothing.
func (g *game) detach(c *conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p := replica.Peer(c.peer)
	if g.conns[p] != c {
		return
	}
	delete(g.conns, p)
	g.parted(p)
	if err := g.flush(); err != nil {
		g.n.log.Debug("detach", "err", err)
	}
}

// read hands the peer's messages to the replica. A peer that sends faster than
// play can need is read more slowly, so that it fills its own buffers.
func (c *conn) read() error {
	frames, bytes := rate.NewLimiter(frameRate, frameBurst), rate.NewLimiter(byteRate, byteBurst)
	if !c.g.admits(c.peer) {
		frames = rate.NewLimiter(watchRate, watchBurst)
	}
	in := &counted{Stream: c.stream}
	for {
		if err := errors.Join(frames.Wait(context.Background()), bytes.WaitN(context.Background(), in.n)); err != nil {
			return err
		}
		in.n = 0
		var m replica.Message
		if err := wire.Read(in, idleTable, &m); err != nil {
			if errors.Is(err, record.ErrEncoding) || errors.Is(err, wire.ErrTooLong) {
				c.penalize()
			}
			return err
		}
		c.hear()
		c.g.tries.worked(c.peer)
		if m.Say != "" && !c.g.chat.Allow(nodeOf(c.peer)) {
			m.Say = ""
		}
		err := c.g.do(func(r *replica.Replica, now time.Time) error {
			if c.g.conns[replica.Peer(c.peer)] != c {
				return errReplaced
			}
			r.Receive(replica.Peer(c.peer), m, now)
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// A counted stream counts the bytes that are read from it.
type counted struct {
	wire.Stream
	n int
}

func (s *counted) Read(b []byte) (int, error) {
	n, err := s.Stream.Read(b)
	s.n += n
	return n, err
}

// hear notes that the peer has said something.
func (c *conn) hear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard = time.Now()
}

var errReplaced = errors.New("node: the stream was replaced by a newer one")

func (c *conn) write() {
	for b := range c.queue {
		c.stream.SetWriteDeadline(time.Now().Add(writeTime))
		if _, err := c.stream.Write(b); err != nil {
			c.close()
			c.written(len(b))
			c.drain()
			return
		}
		c.written(len(b))
	}
	if c.finished {
		c.stream.CloseWrite()
	}
}

// drain drops what waits on a stream that is closed.
func (c *conn) drain() {
	for b := range c.queue {
		c.written(len(b))
	}
}

// reserve takes room for so many bytes; it returns false if there is none. c.mu
// must be held.
func (c *conn) reserve(size int) bool {
	limit := queueBytes
	if !c.seated {
		limit = watchQueue
	}
	if c.queued+size > limit {
		return false
	}
	if !c.seated && c.g.n.queued.Add(int64(size)) > watchQueues {
		c.g.n.queued.Add(int64(-size))
		return false
	}
	c.queued += size
	return true
}

// written gives the room of so many bytes back.
func (c *conn) written(size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queued -= size
	if !c.seated {
		c.g.n.queued.Add(int64(-size))
	}
}

// send queues a message. It never waits: a peer that does not keep up loses
// its stream and starts again from what it has.
func (c *conn) send(m replica.Message) {
	b, err := wire.Encode(m)
	if err != nil {
		c.g.n.log.Error("a message cannot be sent", "err", err)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	if len(c.queue) == cap(c.queue) || !c.reserve(len(b)) {
		c.closeLocked()
		return
	}
	c.queue <- b // there is room: only this function sends, and it holds c.mu
}

// penalize counts what a peer delivered that no honest node sends, on this stream
// and those before. Too much of it, and the stream ends: there is no other one
// at this table until a charge is forgiven. Who plays at none of this node's
// tables is banned besides.
func (c *conn) penalize() {
	if c.g.charges.Allow(nodeOf(c.peer)) {
		return
	}
	c.close()
	c.g.n.run(func() { // it waits for locks that this goroutine may hold
		if !c.g.n.plays(c.peer) {
			c.g.n.ban(c.peer)
		}
	})
}

func (c *conn) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closeLocked()
}

func (c *conn) closeLocked() {
	if !c.closed {
		c.closed = true
		close(c.queue)
	}
	c.stream.Reset()
}
