package sim

import (
	"crypto/sha256"

	"fives/engine/record"
	"fives/p2p/sim/world"
)

// follows reports whether who only watches is where a node is through which it
// does. It may be on another branch than such a node, unless all who played have
// receipted that node's branch and not its own. Where
// the node has stopped at a bad record of a seat, it may be ahead with a good one,
// and knows that there are two. A table that all of them have put into the archive is
// not shown to it any more.
func (c *checker) follows(n *world.Node) bool {
	if !n.Up() {
		return false
	}
	g := n.Game(0)
	shown := false
	for _, h := range c.w.Honest() {
		of := h.Game(0)
		shown = shown || !of.Archived() && !c.w.Never(n, h)
		if !c.w.Linked(0, n, h) && !(g.Ended() && of.Ended()) {
			continue
		}
		if t, u := g.Table(), of.Table(); u.Head() == t.Head() || differ(t, u) && !strays(t, u) || u.Stopped() && len(t.Faults()) > 0 && t.Step() > u.Step() {
			return true
		}
	}
	return !shown
}

// passed checks that an onlooker passes on the records of honest seats as they are, and no
// others in their names.
func (c *checker) passed(g *world.Game, r record.Record, p record.Payload) {
	t := g.Table()
	if o := c.w.Owner(t, t.Terms().SeatOf(r.Author)); o.Cheats || o.Back {
		return
	}
	if c.said[c.placeOf(g.At, p, r.Author)] != sha256.Sum256(r.Payload) {
		c.w.Broken("%s passes on a record of step %d that its author never let out", g.Node.Name(), p.Step)
	}
}
