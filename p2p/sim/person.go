package sim

import (
	"bytes"
	"slices"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// wait makes the person at a game react if nothing happens: if the plan says so, they do not wait for a silent
// seat, and after a while call for a continuation, again and again, and agree when others call.
func (g *game) wait() {
	n, w := g.node, g.node.w
	if w.plan.Urges && g.t != nil && g.free() && slices.ContainsFunc(g.t.Snapshot().Table().Undecided(), g.silent) {
		g.t.Do(func(r *replica.Replica, now time.Time) error {
			r.Cover(now)
			return nil
		}, nil)
	}
	if g.t == nil || w.plan.Impatience == 0 || n.onlooker || g.calls || g.table().Over() {
		return
	}
	called := slices.ContainsFunc(g.children(), (*game).called)
	if g.content() && !called {
		g.since = w.now
		return
	}
	if called || w.now.Sub(g.since) >= w.plan.Impatience {
		g.calls = true
		w.after(w.between(0, w.plan.Impatience/2), func() {
			g.calls, g.since = false, w.now
			if g.free() {
				g.goOn()
			}
		})
	}
}

// silent reports whether the others will cover for a seat if its node stays silent.
func (g *game) silent(seat int) bool { return !g.t.Snapshot().CoverAt(seat).IsZero() }

// again makes the person at a game that is over call for another one, or agree to the one that others call for,
// as often as the plan says. A continuation that they agreed to while the game seemed stuck does not keep them
// from that, unless it has begun.
func (g *game) again() {
	n, w := g.node, g.node.w
	if n.onlooker || g.calls || !w.another(g) {
		return
	}
	c, err := g.table().Rematch()
	if err != nil {
		return
	}
	id, _ := record.ContinuationID(c)
	if slices.ContainsFunc(g.children(), func(c *game) bool { return c.agreed(id) }) {
		return
	}
	g.calls = true
	w.after(w.between(0, w.plan.Think), func() {
		g.calls = false
		if !g.free() {
			return
		}
		w.log("%s wants another game after table %d", n.name(), g.at)
		g.l.s.Find(w.tables[g.at].id, func(t *session.Table, err error) {
			if t != nil {
				g.l.s.Call(t, c, g.accept)
			}
		})
	})
}

// agreed reports whether the person has agreed to this continuation, and it has that ID or has begun.
func (g *game) agreed(id record.Hash) bool {
	if g.t == nil {
		return g.table().Over() || g.node.w.tables[g.at].id == id
	}
	st := g.t.Snapshot()
	return st.Accepted() && (st.InPlay() || g.t.ID() == id)
}

// another reports whether a game is over and, by the plan, another one follows it.
func (w *world) another(g *game) bool { return g.table().Over() && w.plan.Games > w.countTables(g.at) }

// countTables returns the number of tables up to this one: it and those that it goes on from.
func (w *world) countTables(at int) int {
	n := 0
	for ; at >= 0; at = w.tables[at].parent {
		n++
	}
	return n
}

// content reports whether a person sees no reason to give up the table. They do not wait for a seat that is
// proved at fault, even if its node is online.
func (g *game) content() bool {
	st := g.t.Snapshot()
	t := st.Table()
	switch {
	case t.Over():
		return true
	case t.Stopped(), t.Violated() && len(t.Pending().Seats) == 0, len(t.Notices()) > 0:
		return false
	}
	return !slices.ContainsFunc(append(t.Missing(), st.Unheard()...), func(s int) bool {
		online, _ := st.Online(s)
		return !online || slices.ContainsFunc(t.Faults(), func(f *table.Fault) bool { return f.Seat == s })
	})
}

// pick chooses one of the continuations that others have called for, as people who talk to each other do: the
// one that this person would call for, or else the first by ID, so that all who have the same choice choose the
// same.
func pick(called []record.Hash, mine record.Hash) (record.Hash, bool) {
	if len(called) == 0 || slices.Contains(called, mine) {
		return mine, len(called) > 0
	}
	return slices.MinFunc(called, func(a, b record.Hash) int { return bytes.Compare(a[:], b[:]) }), true
}

// goOn calls for a continuation, or accepts one that others have called for, as p2p/node does.
func (g *game) goOn() {
	if g.table().Over() {
		return
	}
	c, err := g.t.Snapshot().Onward()
	var waiting []record.Hash
	for _, child := range g.children() {
		if child.called() && !g.goesBack(*child.table().Continuation()) {
			waiting = append(waiting, child.t.ID())
		}
	}
	if err != nil && len(waiting) == 0 {
		return
	}
	id, _ := record.ContinuationID(c)
	if called, ok := pick(waiting, id); ok {
		g.accept(g.l.s.Table(called), nil)
		return
	}
	g.l.s.Call(g.t, c, g.accept)
}

// accept agrees to a continuation at once.
func (g *game) accept(t *session.Table, err error) {
	n, w := g.node, g.node.w
	if err != nil {
		return
	}
	child := t.Observer().(*game)
	w.log("%s accepts table %d", n.name(), child.at)
	if rs := g.table().Results(); len(rs) > 0 && t.Terms().Parent.Head != rs[len(rs)-1].Head {
		w.counts.Earlier++
	}
	g.l.s.Accept(t, func(error) { g.l.s.Tick(true) })
}
