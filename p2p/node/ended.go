package node

import (
	"time"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/peer"

	"fives/p2p/replica"
)

// A table that has ended has a stream only as long as somebody lacks something
// of it: two people may play any number of games, one after the other.

// part ends the streams to nodes that have all that this one has. They are told
// so with the last word on it, so that they do not come back.
func (g *game) part() {
	var even []*conn
	err := g.do(func(r *replica.Replica, now time.Time) error {
		if !r.Ended() {
			return nil
		}
		for p, c := range g.conns {
			if !c.finishing() && r.InSync(p) {
				r.Tell(p, now)
				even = append(even, c)
			}
		}
		return nil
	})
	if err != nil {
		return // that word is not out
	}
	for _, c := range even {
		c.finish()
	}
}

// parted notes that a stream has ended, and whether for good. g.mu is held.
func (g *game) parted(p replica.Peer) {
	if !g.r.Ended() || !g.r.InSync(p) {
		g.r.Disconnect(p, time.Now())
		return
	}
	g.even[peer.ID(p)] = g.r.Extent()
	g.r.HangUp(p, time.Now())
}

// needs reports whether this node has something to say to another one of the
// table, or to hear from it.
func (g *game) needs(id peer.ID) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.conns[replica.Peer(id)] != nil {
		return false
	}
	return !g.r.Ended() || g.even[id] != g.r.Extent() || len(g.unsaid[id]) > 0
}

// seeks reports whether a node of the table is to be dialled: the game is not
// over, or its signature under the result is missing.
func (g *game) seeks(id peer.ID) (yes bool) {
	g.look(func(r *replica.Replica) {
		yes = !r.Ended()
		for _, s := range r.MissingReceipts() {
			yes = yes || g.sitsAt(s, id)
		}
	})
	return yes
}

// maxUnsaid is how many lines wait for a stream to one node.
const maxUnsaid = 8

// sayLater keeps a line for the connected nodes of the table that have no stream
// because it has ended.
func (g *game) sayLater(text string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.r.Ended() {
		return
	}
	for _, id := range g.at {
		if g.conns[replica.Peer(id)] == nil && len(g.unsaid[id]) < maxUnsaid && g.n.host.Network().Connectedness(id) == network.Connected {
			g.unsaid[id] = append(g.unsaid[id], text)
		}
	}
}

// sayNow lets out what was kept for a node. g.mu is held.
func (g *game) sayNow(c *conn) {
	for _, text := range g.unsaid[c.peer] {
		c.send(replica.Message{Say: text})
	}
	delete(g.unsaid, c.peer)
}

func (c *conn) finishing() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

// finish lets out what is queued, and nothing more. The other side, which has
// all as well, does the same.
func (c *conn) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed, c.finished = true, true
	close(c.queue)
	time.AfterFunc(idleTable, c.close)
}
