package sim

import (
	"slices"

	"fives/engine/table"
)

// rests reports whether nothing more can happen at a node's game: it is over and no other can follow, the node
// plays on elsewhere, or too few seats are left.
func (c *checker) rests(g *game) bool {
	t, able := g.table(), c.able(g)
	if c.w.another(g) && len(able) == len(t.Terms().Seats) && !slices.ContainsFunc(g.children(), func(c *game) bool { return c.table().Step() > 0 }) {
		return false
	}
	if t.Over() || !g.seated() || g.archived() { // at an archived table, nobody else is left
		return true
	}
	if len(able) < max(min(2, len(t.Terms().Seats)), t.Terms().Rules.MinSeats) || c.apart(t, able) {
		return true
	}
	// Nobody needs a continuation of a game that came to its end after all.
	parent := c.w.tables[g.at].parent
	if parent < 0 {
		return false
	}
	before := g.node.game(parent) // a newcomer's node has none
	if len(c.w.takes(g.at)) > 0 && !g.inPlay() && !c.begun(g.at) {
		return before == nil || c.rests(before)
	}
	return before != nil && g.waits() && before.table().Over() && c.rests(before)
}

// begun reports whether somebody plays at a table.
func (c *checker) begun(at int) bool {
	return slices.ContainsFunc(c.w.honest(), func(n *node) bool {
		g := n.game(at)
		return g != nil && g.inPlay()
	})
}

// apart reports whether the nodes of some seats never see each other, with none of the others between them.
func (c *checker) apart(t *table.Table, seats []int) bool {
	var nodes []*node
	for _, s := range seats {
		if n := c.w.owner(t, s); !slices.Contains(nodes, n) {
			nodes = append(nodes, n)
		}
	}
	return len(nodes) > 1 && len(c.around(nodes[0], nodes)) < len(nodes)
}

// able lists the seats of a node's game that could still play, as far as the node knows. Nobody comes to a
// continuation that has not begun after having left the table before for another one.
func (c *checker) able(g *game) []int {
	t := g.table()
	before := t
	if t.Step() == 0 {
		if parent := g.node.game(c.w.tables[g.at].parent); parent != nil {
			before = parent.table()
		}
	}
	var out []*node
	for i, s := range t.Terms().Seats {
		n := c.w.owner(t, i)
		seat := before.Terms().SeatOf(s.Key)
		if n.gone || t.HasLeft(i) || seat >= 0 && before.HasLeft(seat) {
			out = append(out, n)
		}
	}
	for _, f := range t.Faults() {
		out = append(out, c.w.owner(t, f.Seat))
	}
	var seats []int
	for i := range t.Terms().Seats {
		if !slices.Contains(out, c.w.owner(t, i)) {
			seats = append(seats, i)
		}
	}
	return seats
}

// checkEnd checks what must hold after it has been calm for long enough.
func (c *checker) checkEnd() {
	for _, n := range c.w.honest() {
		for _, g := range n.playing() {
			c.checkInnocent(g)
			c.checkHeads(g, 0)
		}
	}
	if why := c.describeUnknown(); why != "" {
		c.w.fail("%s", why)
		return
	}
	if c.w.plan.Change > 0 {
		c.verify()
	}
	if c.together() {
		c.checkCovered()
		return
	}
	for _, n := range c.w.honest() {
		for _, g := range n.playing() {
			if c.w.err == nil && !c.rests(g) && !c.excused(g) {
				c.explain(g)
				c.w.fail("table %d neither ends nor goes on elsewhere", g.at)
			}
		}
	}
}

// excused reports whether a game may neither end nor go on: a cheating seat may block it without being proved
// at fault; people who never call for a continuation wait for somebody who is out; or a home restored from an
// old copy may lack the secret of the hand, and says so, or the table, which it does not take again once it
// has heard that it left the one before.
func (c *checker) excused(g *game) bool {
	t, able := g.table(), c.able(g)
	for _, s := range able {
		n := c.w.owner(t, s)
		if n.cheats && c.w.plan.Cheat != Noise && c.w.plan.Cheat != Sore {
			return true
		}
	}
	for _, n := range c.w.honest() {
		for _, h := range n.playing() {
			if n.back && h.problem() != nil {
				return true
			}
		}
		if n.back && n.game(g.at) == nil {
			return true
		}
	}
	return c.w.plan.Impatience == 0 && (len(able) < len(t.Terms().Seats) || t.Stopped())
}

// explain logs where a table stands.
func (c *checker) explain(of *game) {
	for _, n := range c.w.honest() {
		if g := n.game(of.at); g != nil {
			t := g.table()
			c.w.log("%s, table %d: step %d, %s, missing %v, undecided %v, unheard %v, faults %d, able %v, children %d",
				n.name(), g.at, t.Step(), t.Pending().Kind, t.Missing(), t.Undecided(), g.unheard(), len(t.Faults()), c.able(g), len(g.children()))
			for _, s := range t.Undecided() {
				away, here := t.VotesOf(s)
				c.w.log("%s: away %v, here %v, its own %v", n.name(), away, here, t.Own(s) != nil)
			}
		}
	}
}
