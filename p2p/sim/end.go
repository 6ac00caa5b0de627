package sim

import (
	"slices"

	"fives/engine/table"
	"fives/p2p/sim/plan"
	"fives/p2p/sim/world"
)

// rests reports whether nothing more can come of a node's game: it is over, and no
// other one can follow, the node plays on elsewhere, or too few are left.
func (c *checker) rests(g *world.Game) bool {
	t, able := g.Table(), c.able(g)
	if c.w.Another(g) && len(able) == len(t.Terms().Seats) && !slices.ContainsFunc(g.Children(), func(c *world.Game) bool { return c.Table().Step() > 0 }) {
		return false
	}
	if t.Over() || !g.Seated() || g.Archived() { // nobody else is left at what is in the archive
		return true
	}
	if len(able) < max(min(2, len(t.Terms().Seats)), t.Terms().Rules.MinSeats) || c.apart(t, able) {
		return true
	}
	// Nobody needs what goes on from a game that came to its end after all.
	parent := c.w.Tables[g.At].Parent
	if parent < 0 {
		return false
	}
	before := g.Node.Game(parent) // none at a newcomer's node
	if len(c.w.Takes(g.At)) > 0 && !g.InPlay() && !c.begun(g.At) {
		return before == nil || c.rests(before)
	}
	return before != nil && g.Waits() && before.Table().Over() && c.rests(before)
}

// begun reports whether somebody plays at a table.
func (c *checker) begun(at int) bool {
	return slices.ContainsFunc(c.w.Honest(), func(n *world.Node) bool {
		g := n.Game(at)
		return g != nil && g.InPlay()
	})
}

// apart reports whether some seats are those of nodes that never see each other, and
// nobody is left between them.
func (c *checker) apart(t *table.Table, seats []int) bool {
	var nodes []*world.Node
	for _, s := range seats {
		if n := c.w.Owner(t, s); !slices.Contains(nodes, n) {
			nodes = append(nodes, n)
		}
	}
	return len(nodes) > 1 && len(c.around(nodes[0], nodes)) < len(nodes)
}

// able lists the seats of a node's game that could still play, as far as the
// node knows. To a continuation that has not begun, nobody comes who has left
// the table before for another one.
func (c *checker) able(g *world.Game) []int {
	t := g.Table()
	before := t
	if t.Step() == 0 {
		if parent := g.Node.Game(c.w.Tables[g.At].Parent); parent != nil {
			before = parent.Table()
		}
	}
	var out []*world.Node
	for i, s := range t.Terms().Seats {
		n := c.w.Owner(t, i)
		seat := before.Terms().SeatOf(s.Key)
		if n.Gone || t.HasLeft(i) || seat >= 0 && before.HasLeft(seat) {
			out = append(out, n)
		}
	}
	for _, f := range t.Faults() {
		out = append(out, c.w.Owner(t, f.Seat))
	}
	var seats []int
	for i := range t.Terms().Seats {
		if !slices.Contains(out, c.w.Owner(t, i)) {
			seats = append(seats, i)
		}
	}
	return seats
}

// end holds what must be so when all has been calm for long enough.
func (c *checker) end() {
	for _, n := range c.w.Honest() {
		for _, g := range n.Playing() {
			c.innocent(g)
			c.agree(g, 0)
		}
	}
	if why := c.unknown(); why != "" {
		c.w.Broken("%s", why)
		return
	}
	if c.w.Plan.Change > 0 {
		c.verify()
	}
	if c.together() {
		c.covered()
		return
	}
	for _, n := range c.w.Honest() {
		for _, g := range n.Playing() {
			if c.w.Err() == nil && !c.rests(g) && !c.excused(g) {
				c.explain(g)
				c.w.Broken("table %d neither ends nor goes on elsewhere", g.At)
			}
		}
	}
}

// excused: a seat that cheats may be in the way and cannot be named; where
// somebody is out, persons who do not call for a continuation wait; a home
// restored from an old copy may lack the secret of the hand, and says so, or the
// table, which it does not take again once it has heard that it left the one before.
func (c *checker) excused(g *world.Game) bool {
	t, able := g.Table(), c.able(g)
	for _, s := range able {
		n := c.w.Owner(t, s)
		if n.Cheats && c.w.Plan.Cheat != plan.Noise && c.w.Plan.Cheat != plan.Sore {
			return true
		}
	}
	for _, n := range c.w.Honest() {
		for _, h := range n.Playing() {
			if n.Back && h.Problem() != nil {
				return true
			}
		}
		if n.Back && n.Game(g.At) == nil {
			return true
		}
	}
	return c.w.Plan.Impatience == 0 && (len(able) < len(t.Terms().Seats) || t.Stopped())
}

// explain logs where a table stands.
func (c *checker) explain(of *world.Game) {
	for _, n := range c.w.Honest() {
		if g := n.Game(of.At); g != nil {
			t := g.Table()
			c.w.Log("%s, table %d: step %d, %s, missing %v, undecided %v, unheard %v, faults %d, able %v, children %d",
				n.Name(), g.At, t.Step(), t.Pending().Kind, t.Missing(), t.Undecided(), g.Unheard(), len(t.Faults()), c.able(g), len(g.Children()))
			for _, s := range t.Undecided() {
				away, here := t.VotesOf(s)
				c.w.Log("%s: away %v, here %v, its own %v", n.Name(), away, here, t.Own(s) != nil)
			}
		}
	}
}
