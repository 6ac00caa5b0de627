package sim

import (
	"slices"

	"fives/engine/table"
	"fives/p2p/sim/plan"
)

// rests reports whether nothing more can come of a node's game: it is over, and no
// other one can follow, the node plays on elsewhere, or too few are left.
func (w *world) rests(g *game) bool {
	t, able := g.table(), w.able(g)
	if w.another(g) && len(able) == len(t.Terms().Seats) && !slices.ContainsFunc(g.children(), func(c *game) bool { return c.table().Step() > 0 }) {
		return false
	}
	if t.Over() || !g.seated() {
		return true
	}
	if len(able) < max(min(2, len(t.Terms().Seats)), t.Terms().Rules.MinSeats) || w.apart(t, able) {
		return true
	}
	// Nobody needs what goes on from a game that came to its end after all.
	parent := w.tables[g.at].parent
	return parent >= 0 && g.waits() && g.n.game(parent).table().Over() && w.rests(g.n.game(parent))
}

// apart reports whether some seats are those of two nodes that never see each
// other: then nobody is left between them.
func (w *world) apart(t *table.Table, seats []int) bool {
	var nodes []*node
	for _, s := range seats {
		if n := w.owner(t, s); !slices.Contains(nodes, n) {
			nodes = append(nodes, n)
		}
	}
	return len(nodes) == 2 && w.links.never[nodes[0].index][nodes[1].index]
}

// able lists the seats of a node's game that could still play, as far as the
// node knows. To a continuation that has not begun, nobody comes who has left
// the table before for another one.
func (w *world) able(g *game) []int {
	t := g.table()
	before := t
	if t.Step() == 0 {
		before = g.n.game(w.tables[g.at].parent).table()
	}
	var out []*node
	for i, s := range t.Terms().Seats {
		n := w.owner(t, i)
		if n.gone || t.HasLeft(i) || before.HasLeft(before.Terms().SeatOf(s.Key)) {
			out = append(out, n)
		}
	}
	for _, f := range t.Faults() {
		out = append(out, w.owner(t, f.Seat))
	}
	var seats []int
	for i := range t.Terms().Seats {
		if !slices.Contains(out, w.owner(t, i)) {
			seats = append(seats, i)
		}
	}
	return seats
}

// end holds what must be so when all has been calm for long enough.
func (c *checker) end() {
	w := c.w
	for _, n := range w.honest() {
		for _, g := range n.playing() {
			c.innocent(g)
			c.agree(g, 0)
		}
	}
	if why := c.unknown(); why != "" {
		w.broken("%s", why)
		return
	}
	for _, n := range w.honest() {
		for _, g := range n.playing() {
			if w.err == nil && !w.rests(g) && !c.excused(g) {
				w.explain(g)
				w.broken("table %d neither ends nor goes on elsewhere", g.at)
			}
		}
	}
}

// excused: a seat that cheats may be in the way and cannot be named; where
// somebody is out, persons who do not call for a continuation wait; a home
// restored from an old copy may lack the secret of the hand, and says so.
func (c *checker) excused(g *game) bool {
	t, able := g.table(), c.w.able(g)
	for _, s := range able {
		n := c.w.owner(t, s)
		if n.cheats && c.w.plan.Cheat != plan.Noise && c.w.plan.Cheat != plan.Sore {
			return true
		}
	}
	for _, n := range c.w.honest() {
		for _, h := range n.playing() {
			if n.back && h.problem() != nil {
				return true
			}
		}
	}
	return c.w.plan.Impatience == 0 && (len(able) < len(t.Terms().Seats) || t.Stopped())
}

// explain logs where a table stands.
func (w *world) explain(of *game) {
	for _, n := range w.honest() {
		if g := n.game(of.at); g != nil {
			t := g.table()
			w.log("%s, table %d: step %d, %s, missing %v, unheard %v, faults %d, able %v, children %d",
				n.name(), g.at, t.Step(), t.Pending().Kind, t.Missing(), g.unheard(), len(t.Faults()), w.able(g), len(g.children()))
		}
	}
}
