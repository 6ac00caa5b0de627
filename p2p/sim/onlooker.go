package sim

import (
	"crypto/sha256"
	"slices"
	"time"

	"fives/engine/record"
)

// watches lets somebody watch the first table, sooner or later, through some of
// its nodes.
func (w *world) watches(n *node) {
	stay := slices.DeleteFunc(w.honest(), w.doomed)
	sure := stay[w.rand.IntN(len(stay))]
	all := w.chance(0.3)
	for _, m := range w.nodes[:w.plan.Seats] {
		if m != sure && !all && w.chance(0.5) {
			w.links.never[n.index][m.index], w.links.never[m.index][n.index] = true, true
		}
	}
	w.counts.Watched++
	w.after(w.between(0, w.plan.Calm+time.Second), func() {
		if !n.up() {
			n.boot()
		}
	})
}

// follows reports whether who only watches is where a node is through which it
// does. On another branch than such a node it may be where only cheats are. A table
// that all of them have put into the archive is not shown to it any more.
func (c *checker) follows(n *node) bool {
	if !n.up() {
		return false
	}
	g := n.game(0)
	shown := false
	for _, h := range c.w.honest() {
		of := h.game(0)
		shown = shown || of.t != nil && !c.w.links.never[n.index][h.index]
		if !c.w.linked(0, n, h) && !(g.ended() && of.ended()) {
			continue
		}
		if t, u := g.table(), of.table(); u.Head() == t.Head() || differ(t, u) {
			return true
		}
	}
	return !shown
}

// passed checks that who only watches passes on what honest seats have said, and
// nothing else in their names.
func (c *checker) passed(g *game, r record.Record, p record.Payload) {
	t := g.table()
	if o := c.w.owner(t, t.Terms().SeatOf(r.Author)); o.cheats || o.back {
		return
	}
	if c.said[place{g.at, p.Step, r.Author}] != sha256.Sum256(r.Payload) {
		c.w.broken("%s passes on a record of step %d that its author never let out", g.n.name(), p.Step)
	}
}
