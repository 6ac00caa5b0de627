package sim

import (
	"crypto/sha256"

	"fives/engine/record"
)

// follows reports whether an onlooker has reached a node it watches through. It may be on another branch than
// that node, unless all who played have receipted that node's branch and not its own. If the node has stopped
// at a bad record of a seat, the onlooker may be ahead with a good one, and knows that there are two. Once all
// these nodes have archived the table, they no longer show it.
func (c *checker) follows(n *node) bool {
	if !n.up() {
		return false
	}
	g := n.game(0)
	shown := false
	for _, h := range c.w.honest() {
		of := h.game(0)
		shown = shown || !of.archived() && !c.w.never(n, h)
		if !c.w.linked(0, n, h) && !(g.ended() && of.ended()) {
			continue
		}
		if t, u := g.table(), of.table(); u.Head() == t.Head() || differ(t, u) && !strays(t, u) || u.Stopped() && len(t.Faults()) > 0 && t.Step() > u.Step() {
			return true
		}
	}
	return !shown
}

// checkPassed checks that an onlooker passes on the records of honest seats unchanged, and
// no others in their names.
func (c *checker) checkPassed(g *game, r record.Record, p record.Payload) {
	t := g.table()
	if o := c.w.owner(t, t.Terms().SeatOf(r.Author)); o.cheats || o.back {
		return
	}
	if c.said[c.placeOf(g.at, p, r.Author)] != sha256.Sum256(r.Payload) {
		c.w.fail("%s passes on a record of step %d that its author never let out", g.node.name(), p.Step)
	}
}
