package sim

import (
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/session"
)

// Limits of p2p/node.
const (
	maxStreams = 64 // between two nodes: libp2p's limit for a protocol
	blockedFor = time.Minute
)

// links say which nodes can reach each other, by their indices.
type links struct {
	conns  []*conn  // the open streams
	closed [][]bool // no connection can be made or used
	mute   [][]bool // from, to: all that is sent is lost
	never  [][]bool // the two never see each other
	dialed [][]bool // one of the two is a page, and has a connection to the other
}

func square(n int) [][]bool {
	m := make([][]bool, n)
	for i := range m {
		m[i] = make([]bool, n)
	}
	return m
}

// newLinks returns the links of a world, with room for a twin of every node.
func newLinks(w *world) links {
	n := 2 * w.identities()
	return links{closed: square(n), mute: square(n), never: square(n), dialed: square(n)}
}

// may reports whether two nodes can connect.
func (w *world) may(a, b *node) bool {
	if !a.up() || !b.up() || a.who == b.who || w.links.closed[a.index][b.index] || w.links.never[a.index][b.index] {
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

// open lists the open connections.
func (w *world) open() []*conn { return slices.Clone(w.links.conns) }

// linking lists the open connections between two nodes.
func (w *world) linking(a, b *node) []*conn {
	return slices.DeleteFunc(w.open(), func(c *conn) bool { return !c.joins(a) || !c.joins(b) })
}

// linked reports whether two nodes have a connection for a table.
func (w *world) linked(at int, a, b *node) bool {
	return slices.ContainsFunc(w.linking(a, b), func(c *conn) bool { return c.at == at })
}

// reachable returns the node with a key that this node can connect to, nil if there is none now. A cheat and its
// twin have the same key.
func (n *node) reachable(key record.Key) *node {
	i := slices.IndexFunc(n.w.nodes, func(m *node) bool { return m.identity() == key && n.w.may(n, m) && n.w.links.connected(n, m) })
	if i < 0 {
		return nil
	}
	return n.w.nodes[i]
}

// connected reports whether two nodes that can reach each other are connected. A page is connected only to nodes
// that it has dialled, because nobody can dial it; all other nodes always are.
func (ls *links) connected(a, b *node) bool {
	return !a.page() && !b.page() || ls.dialed[a.index][b.index]
}

// connect notes whether a page and another node are connected.
func (ls *links) connect(a, b *node, is bool) {
	ls.dialed[a.index][b.index], ls.dialed[b.index][a.index] = is, is
}

// Connected and the methods after it implement [session.Network].
func (l *life) Connected(node record.Key) bool { return l.n.reachable(node) != nil }

// RoundTrip returns how long messages to a node and back are under way.
func (l *life) RoundTrip(record.Key) time.Duration { return 2 * l.n.w.plan.Delay }

// Open opens a stream. The other side hears of it a little later.
func (l *life) Open(t *session.Table, node record.Key) {
	w, at := l.n.w, l.n.w.at(t.ID())
	to := l.n.reachable(node)
	if to == nil || len(w.linking(l.n, to)) >= maxStreams {
		return
	}
	c := &conn{w: w, at: at, open: true}
	c.ends = [2]*end{{c: c, n: l.n, l: l}, {c: c, n: to, i: 1}}
	w.links.conns = append(w.links.conns, c)
	w.log("%s opens a stream to %s at table %d", l.n.name(), to.name(), at)
	c.ends[0].attach(t, true)
	c.ends[0].carry(c.ends[1].answer)
}

// Dial connects a page to a node, after some time. Other nodes are already connected.
func (l *life) Dial(node record.Key) {
	w, n := l.n.w, l.n
	for _, m := range w.nodes {
		if n.page() && m.identity() == node && w.may(n, m) {
			w.after(w.between(w.plan.Delay, w.plan.Delay*4), func() {
				if !l.dead && w.may(n, m) {
					w.counts.Dialled++
					w.links.connect(n, m, true)
				}
			})
		}
	}
}

func (l *life) Protect(record.Key, record.Hash, bool) {}

// KeepOut ends all connections to a node, and refuses new ones for a while.
func (l *life) KeepOut(node record.Key) {
	w := l.n.w
	for _, m := range w.nodes {
		if m.identity() != node {
			continue
		}
		l.n.blocked[m.who] = w.now.Add(blockedFor)
		for _, c := range w.linking(l.n, m) {
			c.hangUp()
		}
	}
}

func (l *life) Welcome(node record.Key) {
	for _, m := range l.n.w.nodes {
		if m.identity() == node {
			l.n.blocked[m.who] = time.Time{}
		}
	}
}
