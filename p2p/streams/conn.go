package streams

import (
	"errors"
	"io"
	"sync"
	"time"

	"github.com/libp2p/go-libp2p/core/network"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/wire"
)

// Limits of a table's stream.
const (
	idleTable   = 10 * time.Second // without a frame; there is a heartbeat every two seconds
	writeTime   = 20 * time.Second
	queueLength = 256
	queueBytes  = 8 << 20
	watchQueue  = 512 << 10 // the same of a node that only watches
	watchQueues = 16 << 20  // of all of them together, at all tables
	watchLast   = 32 << 10  // of one of them that says nothing more, and may not read either
	frameRate   = 200       // frames a second, in the long run
	frameBurst  = 1000
	byteRate    = 4 << 20 // bytes a second, in the long run, with what goes out in answer
	byteBurst   = 32 << 20
	watchRate   = 10 // the same of a node that only watches
	watchBurst  = 100
)

// A conn is the stream between this node and another for one table. It is the
// session's link.
type conn struct {
	n      *Network
	t      *session.Table
	node   record.Key
	stream network.Stream
	since  time.Time // when the connection was made
	seated bool      // the peer has a seat, or this node only watches

	mu       sync.Mutex // guards the rest; nothing that waits is called while it is held
	queued   int
	answered int  // bytes that were queued since the last frame was read
	closed   bool // nothing more is queued
	finished bool // because everything has been said
	queue    chan []byte
	heard    time.Time   // when the last message came
	late     *time.Timer // ends a stream that is finished
}

// serve runs a table's stream until it ends.
func (n *Network) serve(t *session.Table, s network.Stream, mine bool) {
	node := NodeOf(s.Conn().RemotePeer())
	c := &conn{n: n, t: t, node: node, stream: s, since: s.Conn().Stat().Opened, seated: t.Onlooker() || t.Seats(node), queue: make(chan []byte, queueLength)}
	n.keep(c)
	defer n.drop(c)
	if err := session.Wait(func(done func(error)) { t.Attach(c, mine, done) }); err != nil {
		c.Close()
		t.Detach(c, true)
		c.drain()
		return
	}
	done := make(chan struct{})
	n.cfg.Work.Go(func() {
		defer close(done)
		c.write()
	})
	err := c.read()
	n.cfg.Log.Debug("table stream ended", "table", t.ID().Short(), "peer", s.Conn().RemotePeer(), "err", err)
	ended := errors.Is(err, io.EOF)
	if ended { // the peer says nothing more, but still reads
		c.Finish()
	} else {
		c.Close()
	}
	if !c.finishing() {
		n.hangUp(node, err)
	}
	t.Detach(c, !ended)
	<-done
	c.free()
}

// Node returns the identity key of the node at the other end.
func (c *conn) Node() record.Key { return c.node }

// Since returns when the connection was made.
func (c *conn) Since() time.Time { return c.since }

// read hands the peer's messages to the replica. A peer that sends, or asks for, more than
// play can need is read more slowly, so that it fills its own buffers: a few bytes can say
// that it lacks the whole log.
func (c *conn) read() error {
	pace := c.n.paces.get(paceOf{c.t.ID(), c.node, c.t.Seats(c.node)})
	in := &counted{Stream: c.stream}
	for {
		if err := pace.wait(c.n.ctx, in.n+c.answers()); err != nil {
			return err
		}
		in.n = 0
		var m replica.Message
		if err := wire.Read(in, idleTable, &m); err != nil {
			if errors.Is(err, record.ErrEncoding) || errors.Is(err, wire.ErrTooLong) {
				c.t.Penalize(c)
			}
			return err
		}
		c.hear()
		if err := session.Wait(func(done func(error)) { c.t.Receive(c, m, done) }); err != nil {
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
			c.giveBack(len(b))
			c.drain()
			return
		}
		c.giveBack(len(b))
	}
	if c.finishing() {
		c.stream.CloseWrite()
	}
}

// drain drops what waits on a stream that is closed.
func (c *conn) drain() {
	for b := range c.queue {
		c.giveBack(len(b))
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
	if !c.seated && c.n.queued.Add(int64(size)) > watchQueues {
		c.n.queued.Add(int64(-size))
		return false
	}
	c.queued += size
	return true
}

// giveBack gives back the room of that many bytes.
func (c *conn) giveBack(size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queued -= size
	if !c.seated {
		c.n.queued.Add(int64(-size))
	}
}

// Send queues a message, unless nothing more is queued. It never waits: a peer that does not
// keep up loses its stream and starts again from what it has.
func (c *conn) Send(m replica.Message) bool {
	b, err := wire.Encode(m)
	if err != nil {
		c.n.cfg.Log.Error("a message cannot be sent", "err", err)
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	if len(c.queue) == cap(c.queue) || !c.reserve(len(b)) {
		c.closeLocked()
		return false
	}
	c.answered += len(b)
	c.queue <- b // there is room: only this function sends, and it holds c.mu
	return true
}

// answers returns how many bytes were queued since it was last called.
func (c *conn) answers() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.answered
	c.answered = 0
	return n
}

// finishing reports whether everything has been said.
func (c *conn) finishing() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.finished
}

// Finish lets out what is queued, and nothing more. The other side, which has all
// as well, does the same: much is queued only for one that does not.
func (c *conn) Finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	if !c.seated && c.queued > watchLast {
		c.closeLocked()
		return
	}
	c.closed, c.finished = true, true
	close(c.queue)
	c.late = time.AfterFunc(idleTable, c.Close)
}

// Close ends the stream at once: what is queued, or under way, does not arrive.
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
	c.stopLate()
	c.stream.Reset()
}

// free gives up a stream that both sides have ended. What is under way still arrives.
func (c *conn) free() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopLate()
	c.stream.Close()
}

// stopLate stops the timer, which would keep the table in memory. c.mu must be held.
func (c *conn) stopLate() {
	if c.late != nil {
		c.late.Stop()
	}
}
