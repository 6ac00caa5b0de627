package sim

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/session"
	"fives/p2p/wire"
)

// Times of p2p/node.
const (
	openTime  = 5 * time.Second  // for the first message on a stream
	idleTable = 10 * time.Second // for the other side to end a finished stream
)

// A conn is a stream between two nodes, for one table. Messages arrive in order, unless the plan says
// otherwise.
type conn struct {
	w    *world
	at   int     // the table
	ends [2]*end // the first belongs to the node that opened it
	open bool
}

// An end is one node's side of a conn. It is the session's link.
type end struct {
	c        *conn
	i        int // in conn.ends
	n        *node
	l        *life             // of the node; nil until the stream has arrived
	t        *session.Table    // nil until the node has found it
	asking   bool              // the node has asked how the table began
	finished bool              // the node will send nothing more
	over     bool              // it has read that the other will not, either
	last     time.Time         // when the last message sent arrives
	sent     map[[32]byte]bool // payloads; looked up, never ranged over
	in       [][]byte          // messages that have arrived; nil ends the stream
	reading  bool              // the session is processing one
}

func (c *conn) joins(n *node) bool { return c.ends[0].n == n || c.ends[1].n == n }

func (e *end) other() *end { return e.c.ends[1-e.i] }

// Node returns the identity key of the other side.
func (e *end) Node() record.Key { return e.other().n.identity() }

// Since returns the zero time: between two nodes here, there is only one connection, which is never lost.
func (e *end) Since() time.Time { return time.Time{} }

// Close ends the stream at once.
func (e *end) Close() { e.c.cut() }

// Finish ends the stream after what has been sent.
func (e *end) Finish() {
	if e.c.w.plan.Bug == KeepStreams || e.finished {
		return
	}
	e.put(nil)
	e.finished = true
	e.c.w.after(idleTable, e.c.cut)
}

// cut ends a stream at once: messages under way do not arrive. Each side notices after a while, or when the
// next stream comes.
func (c *conn) cut() {
	if !c.open {
		return
	}
	c.open = false
	c.w.links.conns = slices.DeleteFunc(c.w.links.conns, func(d *conn) bool { return d == c })
	for _, e := range c.ends {
		c.w.after(c.w.between(0, 3*time.Second), func() {
			if e.t != nil {
				e.t.Detach(e, true)
			}
		})
	}
}

// hangUp ends a stream and the connection that it belongs to.
func (c *conn) hangUp() {
	c.w.links.connect(c.ends[0].n, c.ends[1].n, false)
	c.cut()
}

// answer accepts the stream at the other end, as p2p/node does.
func (e *end) answer() {
	if !e.c.open {
		return
	}
	if !e.c.w.may(e.n, e.other().n) {
		e.c.cut()
		return
	}
	e.l = e.n.life
	id := e.c.w.tables[e.c.at].id
	if t := e.l.s.Table(id); t != nil {
		e.take(t, nil)
	} else if !e.l.s.Recall(id, e.Node(), e.take) {
		e.ask()
	}
}

// take attaches the stream to a table that this node has, unless the other side may not open it.
func (e *end) take(t *session.Table, _ error) {
	if t == nil || t.ID() != e.c.w.tables[e.c.at].id || !(t.Seats(e.Node()) || t.HasRoom(e.Node())) || !t.MayOpen(e.Node()) {
		e.c.cut()
		return
	}
	e.attach(t, false)
}

// ask asks how a table began that this node does not know.
func (e *end) ask() {
	e.asking = true
	e.sendEncoded(replica.Message{Have: &replica.Have{Empty: true}})
	e.c.w.after(openTime, func() {
		if e.asking {
			e.c.cut()
		}
	})
	e.read()
}

// takeAnswer takes a message that comes in answer to ask.
func (e *end) takeAnswer(m replica.Message) {
	switch {
	case m.Genesis != nil && m.Genesis.Continuation != nil:
		e.asking = false
		e.l.s.TakeCall(e.Node(), *m.Genesis.Continuation, e.take)
	case m.Have != nil && m.Have.Empty, m.Genesis != nil:
		e.c.cut()
	default:
		e.read()
	}
}

// attach makes the stream a link of a table.
func (e *end) attach(t *session.Table, mine bool) {
	if !e.c.open {
		return
	}
	e.t = t
	t.Attach(e, mine, func(err error) {
		if err != nil {
			e.c.cut()
		}
	})
	e.read()
}

// Send puts a message on its way, unless the stream has ended.
func (e *end) Send(m replica.Message) bool {
	n := e.n
	e.l.effect()
	g := e.t.Observer().(*game)
	n.w.judge.onSend(g, m)
	for _, r := range m.Records {
		if e.again(r) {
			n.w.counts.Repeat++
		}
	}
	for _, m := range n.script.change(g.at, g.table(), e.other().n.who, m) {
		e.sendEncoded(m)
	}
	return e.c.open && !e.finished
}

// again reports whether a record has been sent on this stream before, and notes that it has.
func (e *end) again(r record.Record) bool {
	if e.sent == nil {
		e.sent = map[[32]byte]bool{}
	}
	sum := sha256.Sum256(r.Payload)
	again := e.sent[sum]
	e.sent[sum] = true
	return again
}

func (e *end) sendEncoded(m replica.Message) {
	b, err := wire.Encode(m)
	if err != nil {
		e.n.w.fail("%s cannot encode a message: %v", e.n.name(), err)
		return
	}
	e.c.w.counts.Messages++
	e.c.w.counts.Bytes += len(b)
	e.put(b)
}

// put sends a message, or, with nil, the end of the stream.
func (e *end) put(b []byte) {
	w, n, to := e.c.w, e.n, e.other().n
	if !e.c.open || e.finished {
		return
	}
	if w.links.mute[n.index][to.index] || w.links.closed[n.index][to.index] || w.chance(w.loss()) {
		w.counts.Lost++
		return
	}
	times := 1
	if b != nil && w.chance(w.plan.Double*w.rough()) {
		w.counts.Doubled++
		times = 2
	}
	for range times {
		e.carry(func() { e.other().arrive(b) })
	}
}

// carry plans for arrive to be called when something sent now arrives at the other end.
func (e *end) carry(arrive func()) {
	w := e.c.w
	at := w.now.Add(w.between(w.plan.Delay/2, w.plan.Delay*2))
	if e.n.busy.After(w.now) {
		at = at.Add(e.n.busy.Sub(w.now))
	}
	if w.chance(w.plan.Reorder * w.rough()) {
		w.counts.Reordered++
	} else if at.Before(e.last) {
		at = e.last
	}
	if at.After(e.last) {
		e.last = at
	}
	w.after(at.Sub(w.now), arrive)
}

// arrive queues a message for the node at this end.
func (e *end) arrive(b []byte) {
	if e.c.open {
		e.in = append(e.in, b)
		e.read()
	}
}

// read passes the messages that have arrived to the session, one after the other.
func (e *end) read() {
	if !e.c.open || e.reading || len(e.in) == 0 || e.t == nil && !e.asking {
		return
	}
	b := e.in[0]
	e.in = e.in[1:]
	if b == nil {
		e.readEnd()
		return
	}
	w, from := e.c.w, e.other().n
	var m replica.Message
	if err := wire.Decode(b[4:], &m); err != nil {
		if !from.cheats {
			w.fail("what %s sent does not decode: %v", from.name(), err)
		}
		if e.t != nil {
			e.t.Penalize(e)
		}
		e.c.cut()
		return
	}
	w.trace.Write(b)
	w.logMessage(e.c.at, from, e.n, m)
	if e.asking {
		e.takeAnswer(m)
		return
	}
	e.reading = true
	e.t.Receive(e, m, func(err error) {
		e.reading = false
		if err != nil {
			e.c.cut()
		}
		e.read()
	})
}

// readEnd ends the stream at this end, because the other side says nothing more, which still reads what is under way
// to it.
func (e *end) readEnd() {
	e.over = true
	e.Finish()
	if e.t == nil || e.other().over {
		e.c.cut()
		return
	}
	e.t.Detach(e, false)
}

// logMessage logs a message.
func (w *world) logMessage(at int, from, to *node, m replica.Message) {
	if w.plan.Log == nil {
		return
	}
	line := ""
	for _, list := range [][]record.Record{m.Records, m.Notices} {
		for _, r := range list {
			p, _ := r.Peek()
			line += fmt.Sprintf(" %s(%d by %d)", p.Kind, p.Step, p.Seat)
		}
	}
	if m.Have != nil {
		line += fmt.Sprintf(" have(%d %b)", m.Have.Step, m.Have.Arrived)
	}
	if m.Heads != nil {
		line += fmt.Sprintf(" heads(%d +%d)", m.Heads.From, len(m.Heads.Heads))
	}
	w.log("%s > %s at table %d:%s", from.name(), to.name(), at, line)
}
