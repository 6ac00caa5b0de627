package streams

import (
	"maps"
	"slices"
	"time"

	"github.com/libp2p/go-libp2p/core/peer"

	"fives/engine/record"
)

// When connections are looked at after this node has woken up.
const (
	// wakeSoon is when those are closed over which nothing has come in for wakeQuiet before
	// and nothing since: a peer that is there has said something every two seconds, and
	// what it has said is read by then. To this, and to the next, the way there and back is added.
	wakeSoon  = 700 * time.Millisecond
	wakeQuiet = 3 * time.Second
	// wakeLate is when all are closed over which nothing has come since.
	wakeLate = 2500 * time.Millisecond
)

// Wake is called when this node has been asleep, or its network has changed: connections may
// be dead, and nobody has said so. It closes those over which nothing comes, long before
// their silence would end them, so that their nodes are dialled again.
func (n *Network) Wake() {
	woke := time.Now()
	n.askAll() // first: the directory may wait for the disk
	n.directory.DialAnew()
	n.cfg.Work.Go(func() {
		n.endSilent(woke, wakeSoon, woke.Add(-wakeQuiet), n.close)
		n.endSilent(woke, wakeLate, woke, n.close)
	})
}

// endSilent ends, so long after this node woke, the connections to nodes that were not
// heard after a moment. What a far node has said is read later.
func (n *Network) endSilent(woke time.Time, after time.Duration, moment time.Time, end func(peer.ID)) {
	n.waitUntil(woke.Add(after))
	for _, node := range n.withStreams() {
		far := n.far(node)
		if far == 0 {
			n.endUnheard(node, moment, end)
			continue
		}
		n.cfg.Work.Go(func() {
			n.waitUntil(woke.Add(after + far))
			n.endUnheard(node, moment, end)
		})
	}
}

// waitUntil waits until a moment, or until this node ends.
func (n *Network) waitUntil(moment time.Time) {
	select {
	case <-n.ctx.Done():
	case <-time.After(time.Until(moment)):
	}
}

// withStreams lists the nodes with streams of tables.
func (n *Network) withStreams() []record.Key {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Collect(maps.Keys(n.conns))
}

// endUnheard ends the connections to a node if it has said nothing at any table after a moment. What was
// opened after it is young, and may be silent.
func (n *Network) endUnheard(node record.Key, moment time.Time, end func(peer.ID)) {
	if n.ctx.Err() != nil {
		return
	}
	n.mu.Lock()
	conns := n.conns[node]
	silent := len(conns) > 0 && !slices.ContainsFunc(conns, func(c *conn) bool { return c.heardAfter(moment) })
	n.mu.Unlock()
	if silent {
		end(PeerOf(node))
	}
}

// heardAfter reports whether the peer has said something after a moment, or the connection
// was only made then.
func (c *conn) heardAfter(moment time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.heard.After(moment) || c.Since().After(moment)
}
