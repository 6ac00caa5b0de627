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
	"fives/p2p/session"
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

// A conn is the stream between this node and another for one table. It is the
// session's link.
type conn struct {
	g      *game
	peer   peer.ID
	node   record.Key
	stream network.Stream
	seated bool // the peer has a seat, or this node only watches

	mu       sync.Mutex // guards the rest; nothing that waits is called while it is held
	queued   int
	closed   bool // nothing more is queued
	finished bool // because everything has been said
	queue    chan []byte
	heard    time.Time // when the last message came
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
	key, err := host.PublicKey(id)
	if g == nil || err != nil || !g.MayOpen(record.Key(key)) {
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
	key, err := host.PublicKey(id)
	if err != nil {
		return nil
	}
	if g := n.game(o.Table); g != nil && (g.admits(id) || g.lets(id, o.Credential) && g.HasRoom(record.Key(key))) {
		return g
	}
	if g, archived := n.recall(o.Table, record.Key(key)); archived {
		return g
	}
	if g := n.receiveTable(s, o.Table); g != nil && g.admits(id) {
		return g
	}
	return nil
}

// sitsWith reports whether a peer sits at one of this node's tables.
func (n *Node) sitsWith(id peer.ID) bool {
	key, err := host.PublicKey(id)
	return err == nil && n.session.Sits(record.Key(key))
}

// recall reads an archived table for a node that sat there. It returns false if
// there is none; the game is nil if the node has to wait for it.
func (n *Node) recall(id record.Hash, node record.Key) (g *game, archived bool) {
	g, err := await(func(done func(*session.Table, error)) {
		if archived = n.session.Recall(id, node, done); !archived {
			done(nil, nil)
		}
	})
	if err != nil {
		n.log.Error("reading an archived table", "table", short(id), "err", err)
	}
	return g, archived
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

// serve runs a stream until it ends.
func (g *game) serve(s network.Stream, mine bool) {
	id := s.Conn().RemotePeer()
	key, err := host.PublicKey(id)
	if err != nil {
		s.Reset()
		return
	}
	c := &conn{g: g, peer: id, node: record.Key(key), stream: s, seated: g.Onlooker() || g.admits(id), queue: make(chan []byte, queueLength)}
	g.n.keep(c)
	defer g.n.drop(c)
	if err := wait(func(done func(error)) { g.Attach(c, mine, done) }); err != nil {
		c.Close()
		g.Detach(c)
		c.drain()
		return
	}
	done := make(chan struct{})
	g.n.run(func() {
		defer close(done)
		c.write()
	})
	err = c.read()
	g.n.log.Debug("table stream ended", "table", short(g.id), "peer", c.peer, "err", err)
	c.Close()
	if !c.finishing() {
		g.n.hangUp(c.peer, err)
	}
	g.Detach(c)
	<-done
}

// keep notes a stream that is served, drop that it is no more.
func (n *Node) keep(c *conn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.conns[c.peer] = append(n.conns[c.peer], c)
}

func (n *Node) drop(c *conn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.conns[c.peer] = slices.DeleteFunc(n.conns[c.peer], func(d *conn) bool { return d == c })
	if len(n.conns[c.peer]) == 0 {
		delete(n.conns, c.peer)
	}
}

// Node is the identity key of the node at the other end.
func (c *conn) Node() record.Key { return c.node }

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
				c.g.Penalize(c)
			}
			return err
		}
		c.hear()
		if err := wait(func(done func(error)) { c.g.Receive(c, m, done) }); err != nil {
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

// alive reports whether the peer has said something of late.
func (c *conn) alive() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Since(c.heard) < idleTable
}

func (c *conn) write() {
	for b := range c.queue {
		c.stream.SetWriteDeadline(time.Now().Add(writeTime))
		if _, err := c.stream.Write(b); err != nil {
			c.Close()
			c.written(len(b))
			c.drain()
			return
		}
		c.written(len(b))
	}
	if c.finishing() {
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

// Send queues a message. It never waits: a peer that does not keep up loses
// its stream and starts again from what it has.
func (c *conn) Send(m replica.Message) {
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

// finishing reports whether everything has been said.
func (c *conn) finishing() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.finished
}

// Finish lets out what is queued, and nothing more. The other side, which has all
// as well, does the same.
func (c *conn) Finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed, c.finished = true, true
	close(c.queue)
	time.AfterFunc(idleTable, c.Close)
}

// Close ends the stream at once.
func (c *conn) Close() {
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
