package world

import (
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/session"
)

// Limits of p2p/node.
const (
	maxStreams = 64 // between two nodes, as libp2p's limit for a protocol has it
	blockedFor = time.Minute
)

// links are the ways between nodes, by their indices.
type links struct {
	conns  []*conn  // what is open
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

// newLinks makes the ways, with room for a twin of every node.
func newLinks(w *World) links {
	n := 2 * w.identities()
	return links{closed: square(n), mute: square(n), never: square(n), dialed: square(n)}
}

// may reports whether two nodes can connect.
func (w *World) may(a, b *Node) bool {
	if !a.Up() || !b.Up() || a.Who == b.Who || w.links.closed[a.Index][b.Index] || w.links.never[a.Index][b.Index] {
		return false
	}
	if w.now.Before(a.blocked[b.Who]) || w.now.Before(b.blocked[a.Who]) {
		return false
	}
	if w.now.Before(a.busy) || w.now.Before(b.busy) {
		return false
	}
	return !(w.split() && (a.Cheats || b.Cheats)) || a.side == b.side
}

// split reports whether there are twins.
func (w *World) split() bool { return len(w.Nodes) > w.identities() }

// open lists the open connections.
func (w *World) open() []*conn { return slices.Clone(w.links.conns) }

// linking lists the open connections between two nodes.
func (w *World) linking(a, b *Node) []*conn {
	return slices.DeleteFunc(w.open(), func(c *conn) bool { return !c.joins(a) || !c.joins(b) })
}

// Linked reports whether two nodes have a connection for a table.
func (w *World) Linked(at int, a, b *Node) bool {
	return slices.ContainsFunc(w.linking(a, b), func(c *conn) bool { return c.at == at })
}

// reached is the node of that key that a node can connect to, nil if there is none
// now. A cheat and its twin have one key.
func (n *Node) reached(key record.Key) *Node {
	i := slices.IndexFunc(n.w.Nodes, func(m *Node) bool { return m.Identity() == key && n.w.may(n, m) && n.w.links.connected(n, m) })
	if i < 0 {
		return nil
	}
	return n.w.Nodes[i]
}

// connected reports whether two nodes are connected that can be. A page is only where
// it has dialled, because nobody can dial it; all others are.
func (ls *links) connected(a, b *Node) bool {
	return !a.page() && !b.page() || ls.dialed[a.Index][b.Index]
}

// connect notes whether a page and another node are connected.
func (ls *links) connect(a, b *Node, is bool) {
	ls.dialed[a.Index][b.Index], ls.dialed[b.Index][a.Index] = is, is
}

// Connected is the network's, as are the methods after it: see [session.Network].
func (l *life) Connected(node record.Key) bool { return l.n.reached(node) != nil }

// Open makes a stream. The other side hears of it a little later.
func (l *life) Open(t *session.Table, node record.Key) {
	w, at := l.n.w, l.n.w.at(t.ID())
	to := l.n.reached(node)
	if to == nil || len(w.linking(l.n, to)) >= maxStreams {
		return
	}
	c := &conn{w: w, at: at, open: true}
	c.ends = [2]*end{{c: c, n: l.n, l: l}, {c: c, n: to, i: 1}}
	w.links.conns = append(w.links.conns, c)
	w.Log("%s opens a stream to %s at table %d", l.n.Name(), to.Name(), at)
	c.ends[0].attach(t, true)
	c.ends[0].carry(c.ends[1].answer)
}

// Dial connects a page to a node; it takes some time. Others are connected already.
func (l *life) Dial(node record.Key) {
	w, n := l.n.w, l.n
	for _, m := range w.Nodes {
		if n.page() && m.Identity() == node && w.may(n, m) {
			w.after(w.between(w.Plan.Delay, w.Plan.Delay*4), func() {
				if !l.dead && w.may(n, m) {
					w.Counts.Dialled++
					w.links.connect(n, m, true)
				}
			})
		}
	}
}

func (l *life) Protect(record.Key, record.Hash, bool) {}

// KeepOut ends all connections to a node, and refuses new ones.
func (l *life) KeepOut(node record.Key) {
	w := l.n.w
	for _, m := range w.Nodes {
		if m.Identity() != node {
			continue
		}
		l.n.blocked[m.Who] = w.now.Add(blockedFor)
		for _, c := range w.linking(l.n, m) {
			c.hangUp()
		}
	}
}

func (l *life) Welcome(node record.Key) {
	for _, m := range l.n.w.Nodes {
		if m.Identity() == node {
			l.n.blocked[m.Who] = time.Time{}
		}
	}
}
