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
	reachEvery   = 500 * time.Millisecond
	maxPenalties = 8
	forgiveness  = 10 * time.Second
	maxStreams   = 64 // between two nodes, as libp2p's limit for a protocol has it
	blockedFor   = time.Minute
)

// links are the ways between nodes.
type links struct {
	conns  [][][]*conn // by table and the indices of both nodes; what is open
	closed [][]bool    // no connection can be made or used
	mute   [][]bool    // from, to: all that is sent is lost
	never  [][]bool    // the two never see each other
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
	n := 2 * w.identities()
	l := links{conns: [][][]*conn{square[*conn](n)}, closed: square[bool](n), mute: square[bool](n), never: square[bool](n)}
	w.after(0, w.reach)
	return l
}

// A conn is a stream between two nodes, for one table.
type conn struct {
	w     *world
	at    int // the table
	ends  [2]*node
	open  bool
	lanes [2]lane // lanes[i] goes from ends[i] to the other
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
	for at := range w.tables {
		for i, a := range w.nodes {
			for _, b := range w.nodes[:i] {
				switch c := w.links.conns[at][a.index][b.index]; {
				case c == nil && w.may(a, b) && w.meet(at, a, b) && !w.even(at, a, b) && w.streams(a, b) < maxStreams:
					w.connect(at, a, b)
				case c != nil && w.even(at, a, b):
					c.cut()
				}
			}
		}
	}
}

// meet reports whether two nodes have to do with each other at a table. One that
// does not know it hears of it from the other.
func (w *world) meet(at int, a, b *node) bool {
	if a.onlooker && b.onlooker || at > 0 && (!w.sits(at, a) || !w.sits(at, b)) || w.resting(at, a, b) || w.resting(at, b, a) {
		return false
	}
	switch {
	case a.game(at) != nil:
		return b.game(at) != nil || at > 0 && b.called(at) != nil
	case b.game(at) != nil:
		return at > 0 && a.called(at) != nil
	}
	return false
}

// even reports whether two nodes have nothing more to say to each other at a table:
// its game is over, and both have the same of it.
func (w *world) even(at int, a, b *node) bool {
	g, h := a.game(at), b.game(at)
	if g == nil || h == nil || w.plan.Bug == KeepStreams {
		return false
	}
	t, u := g.r.Table(), h.r.Table()
	for seat := range t.Terms().Seats {
		if t.HasLeft(seat) != u.HasLeft(seat) || slices.Contains(t.Missing(), seat) != slices.Contains(u.Missing(), seat) {
			return false
		}
	}
	return t.Over() && t.Head() == u.Head() && len(t.Faults()) == len(u.Faults())
}

// streams counts the open connections between two nodes.
func (w *world) streams(a, b *node) int {
	n := 0
	for at := range w.tables {
		if w.links.conns[at][a.index][b.index] != nil {
			n++
		}
	}
	return n
}

// resting reports whether a node takes no stream of another one at a table for now.
func (w *world) resting(at int, a, b *node) bool {
	g := a.game(at)
	return g != nil && g.spent(b.who)
}

// sits reports whether a node has a seat at a continuation.
func (w *world) sits(at int, n *node) bool {
	return slices.ContainsFunc(w.tables[at].genesis.Continuation.Players, func(p record.Player) bool { return n.key(p.Key) != nil })
}

// may reports whether two nodes can connect.
func (w *world) may(a, b *node) bool {
	if !a.up || !b.up || a.who == b.who || w.links.closed[a.index][b.index] || w.links.never[a.index][b.index] {
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

// split reports whether there are twins.
func (w *world) split() bool { return len(w.nodes) > w.identities() }

func (w *world) connect(at int, a, b *node) {
	c := &conn{w: w, at: at, ends: [2]*node{a, b}, open: true}
	conns := w.links.conns[at]
	conns[a.index][b.index], conns[b.index][a.index] = c, c
	w.log("%s and %s connect at table %d", a.name(), b.name(), at)
	for _, n := range c.ends {
		if g := n.game(at); g != nil {
			g.attach(c)
		}
	}
}

// attach makes c the stream to the other node.
func (g *game) attach(c *conn) {
	n := g.n
	other := c.other(n)
	key := other.identity()
	err := g.do(func(r *replica.Replica) {
		if g.conns[other.who] != nil {
			r.Disconnect(peer(other.who), n.clock())
		}
		g.conns[other.who] = c
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
	conns := c.w.links.conns[c.at]
	conns[a.index][b.index], conns[b.index][a.index] = nil, nil
	for _, n := range c.ends {
		c.w.after(c.w.between(0, 3*time.Second), func() { n.detach(c) })
	}
}

func (n *node) detach(c *conn) {
	g, who := n.game(c.at), c.other(n).who
	if g == nil || g.conns[who] != c {
		return
	}
	g.conns[who] = nil
	g.r.Disconnect(peer(who), n.clock())
	g.do(func(*replica.Replica) {})
}

// send puts a message on its way.
func (g *game) send(c *conn, m replica.Message) {
	n := g.n
	n.w.check.sent(g, m)
	for _, r := range m.Records {
		if c.lanes[c.end(n)].again(r) {
			n.w.counts.Repeat++
		}
	}
	for _, m := range n.script.change(g, c, m) {
		b, err := wire.Encode(m)
		if err != nil {
			n.w.broken("%s cannot encode a message: %v", n.name(), err)
			return
		}
		n.put(c, b)
	}
}

// again reports whether a record went the same way before, and notes it.
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
	g := n.game(c.at)
	if !c.open || g == nil || g.conns[from.who] != c {
		return
	}
	if w.now.Before(n.busy) {
		w.after(n.busy.Sub(w.now), func() { c.arrive(to, b) })
		return
	}
	var m replica.Message
	if err := wire.Decode(b[4:], &m); err != nil {
		if !from.cheats {
			w.broken("what %s sent does not decode: %v", from.name(), err)
		}
		c.cut()
		return
	}
	w.trace.Write(b)
	w.tell(c.at, from, n, m)
	if err := g.do(func(r *replica.Replica) { r.Receive(peer(from.who), m, n.clock()) }); err != nil {
		c.cut()
		return
	}
	g.think()
}

// tell logs a message.
func (w *world) tell(at int, from, to *node, m replica.Message) {
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

// penalize counts what a peer delivered that no honest node sends. Too much of it,
// and the stream ends. Whoever has no seat is kept out besides.
func (g *game) penalize(c *conn) {
	n, other := g.n, c.other(g.n)
	n.w.counts.Penalized++
	n.w.log("%s penalizes %s", n.name(), other.name())
	n.w.check.penalized(n, other)
	until := n.w.now
	if g.spent(other.who) {
		c.cut()
		if other.onlooker {
			n.blocked[other.who] = n.w.now.Add(blockedFor)
		}
		return
	}
	if open := g.penalties[other.who]; len(open) > 0 {
		until = open[len(open)-1]
	}
	g.penalties[other.who] = append(g.penalties[other.who], until.Add(forgiveness))
}

// spent reports whether as many penalties of a node as it may have are not forgiven.
func (g *game) spent(who int) bool {
	g.penalties[who] = slices.DeleteFunc(g.penalties[who], func(t time.Time) bool { return !t.After(g.n.w.now) })
	return len(g.penalties[who]) >= maxPenalties
}

// open lists the open connections.
func (w *world) open() []*conn {
	var cs []*conn
	for at := range w.tables {
		for i, a := range w.nodes {
			for _, b := range w.nodes[:i] {
				if c := w.links.conns[at][a.index][b.index]; c != nil {
					cs = append(cs, c)
				}
			}
		}
	}
	return cs
}
