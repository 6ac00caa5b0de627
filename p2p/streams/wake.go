package streams

import (
	"time"

	"fives/engine/record"
)

// When connections are looked at after this node has woken up.
const (
	// wakeSoon is when those are closed over which nothing has come in for wakeQuiet before
	// and nothing since: a peer that is there has said something every two seconds, and
	// what it has said is read by then.
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
		n.closeSilent(woke, wakeSoon, woke.Add(-wakeQuiet))
		n.closeSilent(woke, wakeLate, woke)
	})
}

// closeSilent closes, so long after this node woke, the connections to nodes that were not
// heard after a moment.
func (n *Network) closeSilent(woke time.Time, after time.Duration, moment time.Time) {
	select {
	case <-n.ctx.Done():
		return
	case <-time.After(after - time.Since(woke)):
	}
	for _, node := range n.unheard(moment) {
		n.close(PeerOf(node))
	}
}

// unheard lists the nodes with streams of tables that have said nothing after a moment.
// What was opened after it is young, and may be silent.
func (n *Network) unheard(moment time.Time) (nodes []record.Key) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for node, conns := range n.conns {
		silent := len(conns) > 0
		for _, c := range conns {
			silent = silent && !c.heardAfter(moment)
		}
		if silent {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// heardAfter reports whether the peer has said something after a moment, or the connection
// was only made then.
func (c *conn) heardAfter(moment time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.heard.After(moment) || c.Since().After(moment)
}
