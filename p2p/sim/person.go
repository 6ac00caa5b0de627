package sim

import (
	"bytes"
	"slices"

	"fives/engine/record"
	"fives/p2p/replica"
)

// wait is how the person at a game takes it that nothing happens: where the
// plan has it so, they call for a continuation after a while, and again and
// again, and agree when others do.
func (g *game) wait() {
	n, w := g.n, g.n.w
	if g.dead || w.plan.Impatience == 0 || n.onlooker || g.calls || g.r.Table().Over() {
		return
	}
	called := slices.ContainsFunc(g.children(), func(c *game) bool { return c.r.Called() })
	if g.content() && !called {
		g.since = w.now
		return
	}
	if called || w.now.Sub(g.since) >= w.plan.Impatience {
		g.calls = true
		w.after(w.between(0, w.plan.Impatience/2), func() {
			g.calls, g.since = false, w.now
			if !g.dead && !w.now.Before(n.busy) {
				g.goOn()
			}
		})
	}
}

// again is how the person at a game that is over wants another one, or agrees to
// the one that others call for, as long as the plan has it so. A continuation that
// they agreed to while the game seemed stuck is no reason not to, unless it has
// begun.
func (g *game) again() {
	n, w := g.n, g.n.w
	if g.dead || n.onlooker || g.calls || !w.another(g) {
		return
	}
	c, err := g.r.Rematch()
	if err != nil {
		return
	}
	id, _ := record.ContinuationID(c)
	if slices.ContainsFunc(g.children(), func(c *game) bool { return c.r.Accepted() && (c.r.InPlay() || w.tables[c.at].id == id) }) {
		return
	}
	g.calls = true
	w.after(w.between(0, w.plan.Think), func() {
		g.calls = false
		if g.dead || w.now.Before(n.busy) {
			return
		}
		if child := n.create(w.table(id, c), g); child != nil {
			w.log("%s wants another game: table %d", n.name(), child.at)
			child.do(func(r *replica.Replica) { r.Accept(n.clock()) })
		}
	})
}

// another reports whether a game is over and the plan has one more after it.
func (w *world) another(g *game) bool { return g.r.Table().Over() && w.plan.Games > w.played(g.at) }

// played counts a table and those that it goes on from.
func (w *world) played(at int) int {
	n := 0
	for ; at >= 0; at = w.tables[at].parent {
		n++
	}
	return n
}

// content reports whether a person sees no reason to give the table up.
func (g *game) content() bool {
	t := g.r.Table()
	switch {
	case t.Over():
		return true
	case t.Stopped(), t.Violated() && len(t.Pending().Seats) == 0, len(t.Notices()) > 0:
		return false
	}
	return !slices.ContainsFunc(append(t.Missing(), g.r.Unheard()...), func(s int) bool {
		online, _ := g.r.Online(s)
		return !online
	})
}

// pick chooses among the continuations that others have called for, as people do
// who talk to each other: the one that this person would call for, else the
// first by ID, so that all who have the same choice choose alike.
func pick(called []record.Hash, mine record.Hash) (record.Hash, bool) {
	if len(called) == 0 || slices.Contains(called, mine) {
		return mine, len(called) > 0
	}
	return slices.MinFunc(called, func(a, b record.Hash) int { return bytes.Compare(a[:], b[:]) }), true
}

// goOn calls for a continuation, or accepts one that others have called for, as
// p2p/node does.
func (g *game) goOn() {
	if g.r.Table().Over() {
		return
	}
	c, err := g.r.Onward()
	var waiting []record.Hash
	for _, child := range g.children() {
		if child.r.Called() && !g.goesBack(*child.r.Table().Continuation()) {
			waiting = append(waiting, g.n.w.tables[child.at].id)
		}
	}
	if err != nil && len(waiting) == 0 {
		return
	}
	id, _ := record.ContinuationID(c)
	if called, ok := pick(waiting, id); ok {
		id = called
	} else if len(g.r.Keeps(c)) == 0 {
		return
	}
	child := g.n.create(g.n.w.table(id, c), g)
	if child == nil {
		return
	}
	g.n.w.log("%s accepts table %d", g.n.name(), child.at)
	if rs := g.r.Table().Results(); len(rs) > 0 && child.r.Table().Terms().Parent.Head != rs[len(rs)-1].Head {
		g.n.w.counts.Earlier++
	}
	child.do(func(r *replica.Replica) { r.Accept(g.n.clock()) })
}
