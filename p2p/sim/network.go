package sim

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
	"fives/p2p/wire"
)

// Times and limits of p2p/node.
const (
	reachEvery = 500 * time.Millisecond
	maxCharges = 8
	blockedFor = time.Minute
)

// links are the ways between nodes.
type links struct {
	conns  [][]*conn // by the indices of both nodes; what is open
	closed [][]bool  // no connection can be made or used
	mute   [][]bool  // from, to: all that is sent is lost
	never  [][]bool  // the two never see each other
}

func square[T any](n int) [][]T {
	m := make([][]T, n)
	for i := range m {
		m[i] = make([]T, n)
	}
	return m
}

// newLinks makes the ways, with room for a twin of every node.
func newLinks(w *world) links {
	n := 2 * w.plan.Seats
	l := links{conns: square[*conn](n), closed: square[bool](n), mute: square[bool](n), never: square[bool](n)}
	w.after(0, w.reach)
	return l
}

// A conn is a stream between two nodes.
type conn struct {
	w       *world
	ends    [2]*node
	open    bool
	charges [2]int
	lanes   [2]lane // lanes[i] goes from ends[i] to the other
}

// A lane is one direction: what was sent arrives in order, unless the plan has
// it otherwise.
type lane struct {
	last time.Time
	sent map[[32]byte]bool // payloads; looked up, never ranged over
}

// reach makes the connections that can be made, now and for ever.
func (w *world) reach() {
	w.after(reachEvery, w.reach)
	for i, a := range w.nodes {
		for _, b := range w.nodes[:i] {
			if w.links.conns[a.index][b.index] == nil && w.may(a, b) {
				w.connect(a, b)
			}
		}
	}
}

// may tells whether two nodes can connect.
func (w *world) may(a, b *node) bool {
	if a.r == nil || b.r == nil || a.who == b.who || w.links.closed[a.index][b.index] || w.links.never[a.index][b.index] {
		return false
	}
	if w.now.Before(a.blocked[b.who]) || w.now.Before(b.blocked[a.who]) {
		return false
	}
	if w.now.Before(a.busy) || w.now.Before(b.busy) {
		return false
	}
	return !(w.split() && (a.cheats || b.cheats)) || a.side == b.side
}

// split tells whether there are twins.
func (w *world) split() bool { return len(w.nodes) > w.plan.Seats }

func (w *world) connect(a, b *node) {
	c := &conn{w: w, ends: [2]*node{a, b}, open: true}
	w.links.conns[a.index][b.index], w.links.conns[b.index][a.index] = c, c
	w.log("%s and %s connect", a.name(), b.name())
	for _, n := range c.ends {
		n.attach(c)
	}
}

// attach makes c the node's stream to the other.
func (n *node) attach(c *conn) {
	other := c.other(n)
	key := record.KeyOf(other.keys[0])
	err := n.do(func(r *replica.Replica) {
		if n.conns[other.who] != nil {
			r.Disconnect(peer(other.who), n.clock())
		}
		n.conns[other.who] = c
		r.Connect(peer(other.who), key, n.clock())
	})
	if err != nil {
		c.cut()
	}
}

func (c *conn) end(n *node) int {
	if c.ends[0] == n {
		return 0
	}
	return 1
}

func (c *conn) other(n *node) *node { return c.ends[1-c.end(n)] }

// cut ends a stream: nothing of what is under way arrives. Each side sees it
// after a while, or when the next stream comes.
func (c *conn) cut() {
	if !c.open {
		return
	}
	c.open = false
	a, b := c.ends[0], c.ends[1]
	c.w.links.conns[a.index][b.index], c.w.links.conns[b.index][a.index] = nil, nil
	for _, n := range c.ends {
		c.w.after(c.w.between(0, 3*time.Second), func() { n.detach(c) })
	}
}

func (n *node) detach(c *conn) {
	who := c.other(n).who
	if n.r == nil || n.conns[who] != c {
		return
	}
	n.conns[who] = nil
	n.r.Disconnect(peer(who), n.clock())
	n.do(func(*replica.Replica) {})
}

// send puts a message on its way.
func (n *node) send(c *conn, m replica.Message) {
	n.w.check.sent(n, m)
	for _, r := range m.Records {
		if c.lanes[c.end(n)].again(r) {
			n.w.counts.Repeat++
		}
	}
	for _, m := range n.script.change(n, c, m) {
		b, err := wire.Encode(m)
		if err != nil {
			n.w.broken("%s cannot encode a message: %v", n.name(), err)
			return
		}
		n.put(c, b)
	}
}

// again tells whether a record went the same way before, and notes it.
func (l *lane) again(r record.Record) bool {
	if l.sent == nil {
		l.sent = map[[32]byte]bool{}
	}
	sum := sha256.Sum256(r.Payload)
	again := l.sent[sum]
	l.sent[sum] = true
	return again
}

func (n *node) put(c *conn, b []byte) {
	w, to := n.w, c.other(n)
	w.counts.Messages++
	w.counts.Bytes += len(b)
	if !c.open {
		return
	}
	if w.links.mute[n.index][to.index] || w.links.closed[n.index][to.index] || w.chance(w.loss()) {
		w.counts.Lost++
		return
	}
	times := 1
	if w.chance(w.plan.Double * w.rough()) {
		w.counts.Doubled++
		times = 2
	}
	for range times {
		c.carry(c.end(n), b)
	}
}

// carry plans the arrival of a message.
func (c *conn) carry(from int, b []byte) {
	w, l := c.w, &c.lanes[from]
	at := w.now.Add(w.between(w.plan.Delay/2, w.plan.Delay*2))
	if n := c.ends[from]; n.busy.After(w.now) {
		at = at.Add(n.busy.Sub(w.now))
	}
	if w.chance(w.plan.Reorder * w.rough()) {
		w.counts.Reordered++
	} else if at.Before(l.last) {
		at = l.last
	}
	if at.After(l.last) {
		l.last = at
	}
	w.after(at.Sub(w.now), func() { c.arrive(1-from, b) })
}

// arrive hands a message to the node at that end.
func (c *conn) arrive(to int, b []byte) {
	n, w := c.ends[to], c.w
	from := c.ends[1-to]
	if !c.open || n.r == nil || n.conns[from.who] != c {
		return
	}
	if w.now.Before(n.busy) {
		w.after(n.busy.Sub(w.now), func() { c.arrive(to, b) })
		return
	}
	var m replica.Message
	if err := record.Unmarshal(b[4:], &m); err != nil {
		if !from.cheats {
			w.broken("what %s sent does not decode: %v", from.name(), err)
		}
		c.cut()
		return
	}
	w.trace.Write(b)
	w.tell(from, n, m)
	if err := n.do(func(r *replica.Replica) { r.Receive(peer(from.who), m, n.clock()) }); err != nil {
		c.cut()
		return
	}
	n.think()
}

// tell logs a message.
func (w *world) tell(from, to *node, m replica.Message) {
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
	w.log("%s > %s:%s", from.name(), to.name(), line)
}

// charge counts what a peer delivered that proves nothing.
func (n *node) charge(c *conn) {
	i, other := c.end(n), c.other(n)
	n.w.counts.Charged++
	n.w.log("%s charges %s", n.name(), other.name())
	n.w.check.charged(n, other)
	c.charges[i]++
	if c.charges[i] == maxCharges {
		n.blocked[other.who] = n.w.now.Add(blockedFor)
		c.cut()
	}
}

// open lists the open connections.
func (w *world) open() []*conn {
	var cs []*conn
	for i, a := range w.nodes {
		for _, b := range w.nodes[:i] {
			if c := w.links.conns[a.index][b.index]; c != nil && !slices.Contains(cs, c) {
				cs = append(cs, c)
			}
		}
	}
	return cs
}
