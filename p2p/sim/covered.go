package sim

import (
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// checkCoveredHeads checks the log of a node at a table with cover against those of the others. Two logs may
// differ for a while if one node has voted away records that the other one has, and the other has no vote on
// these.
func (c *checker) checkCoveredHeads(g *game) {
	t := g.table()
	if c.w.cheated(t) {
		return
	}
	for _, n := range c.w.honest() {
		of := n.game(g.at)
		if of == nil || n == g.node || n.back || g.node.back {
			continue
		}
		u := of.table()
		if step, ok := t.PartsFrom(u); ok && (!c.outvoted(g, t, u, step) || !c.outvoted(of, u, t, step)) {
			c.w.fail("%s and %s differ at table %d from step %d on", g.node.name(), n.name(), g.at, step)
		}
	}
}

// outvoted reports whether two logs differ in a step only in records on which the node of the first log has
// no vote: all that it has there and the other log covers for is for others to vote on.
func (c *checker) outvoted(g *game, t, other *table.Table, step uint64) bool {
	mine, theirs := t.Coverings(step), other.Coverings(step)
	if len(mine) == 0 && len(theirs) == 0 {
		return false
	}
	then, err := table.NewBranch(other, step)
	if err != nil {
		c.w.fail("the log of table %d cannot be read to step %d: %v", g.at, step, err)
		return true
	}
	for _, about := range theirs {
		votes := func(seat int) bool { return c.w.owner(t, seat) == g.node }
		if !slices.Contains(mine, about) && slices.ContainsFunc(then.Table().Voters(about), votes) {
			return false
		}
	}
	return true
}

// onDisk reports whether a record that a node sends is on its disk or made from what is there: a vote that
// shows a record to those who have voted it away is made anew each time. With cover, the node may still send
// what it had before it went over to another branch: that proves nothing.
func (c *checker) onDisk(g *game, r record.Record, p record.Payload) bool {
	l := c.ledger(g)
	if l.has(p, r) || c.w.plan.Cover && l.gave(p, r) {
		return true
	}
	if p.Kind != record.KindHere {
		return false
	}
	shown, q, err := g.table().Shows(r)
	return err == nil && (l.has(q, shown) || l.gave(q, shown))
}

// unshown reports whether a table has a record that was voted away and that nobody has shown. If all who have
// folded it have left, nobody will show it.
func unshown(t *table.Table) bool {
	return slices.ContainsFunc(t.Undecided(), func(s int) bool { return t.Own(s) != nil })
}

// coversApart reports whether two logs part because one covers for a seat whose record the other has, which
// is nobody's fault.
func coversApart(t, u *table.Table) bool {
	step, ok := t.PartsFrom(u)
	return ok && !slices.Equal(t.Coverings(step), u.Coverings(step))
}

// checkCovered checks that a game in which only one node is away has come to its end for all others, in one log,
// and that nobody has called for a continuation. A hand of fewer than four nodes is not covered.
func (c *checker) checkCovered() {
	var first *game
	for _, n := range c.w.honest() {
		g := n.game(0)
		t := g.table()
		switch {
		case len(c.w.tables) > 1:
			c.w.fail("a continuation was called for")
		case !t.Over() && c.coverable(t):
			c.explain(g)
			c.w.fail("%s is not at the end of a game in which the others cover", n.name())
		case first != nil && t.Head() != first.table().Head():
			c.explain(g)
			c.w.fail("%s and %s have different heads at the end", n.name(), first.node.name())
		}
		first = g
	}
	if first != nil {
		c.tally(first.table())
	}
}

// tally counts what happened to covered seats in the log of a table, and checks that no card of a hand was
// public before it was played or shown.
func (c *checker) tally(t *table.Table) {
	b, err := table.NewBranch(t, t.FirstStep())
	if err != nil {
		c.w.fail("the log cannot be read: %v", err)
		return
	}
	n, of := &c.w.counts, b.Table()
	for step := t.FirstStep(); step < t.Step(); step++ {
		pending, public := of.Pending(), of.Public()
		for _, r := range append(t.ShownVotes(step), t.Records(step)...) {
			if p, err := r.Peek(); err == nil && p.Kind == record.KindAway {
				n.Votes++
			}
			cl, err := of.Claim(table.Peek(r))
			if err == nil {
				_, err = of.Apply(cl.Assume())
			}
			if err != nil {
				c.w.fail("a record of step %d cannot be read: %v", step, err)
				return
			}
		}
		covered := len(of.Coverings(step))
		switch {
		case covered == 0 && len(of.VotedAway(step)) > 0:
			n.Again++
		case covered > 0:
			n.Covered++
		}
		if covered > 0 && (pending.Kind == record.KindSeal || pending.Kind == record.KindKey) {
			n.Keyless += covered
		}
		c.checkBlind(of, step, pending, public)
	}
	for _, r := range t.Results() {
		for _, m := range r.Played {
			if m.StandIn {
				n.StoodIn++
			}
		}
	}
}

// checkBlind checks that a step has made no card public that is still in a hand after it, unless the step is a
// showing, or a player shows the card.
func (c *checker) checkBlind(t *table.Table, step uint64, pending table.Pending, before rules.Observation) {
	own := pending.Kind == record.KindMove && len(t.Coverings(step)) == 0
	if pending.Kind == record.KindKey || pending.Why == rules.Show || pending.Kind == record.KindReceipt || own || t.Position() == nil {
		return
	}
	for s, hand := range t.Position().Status().Hands {
		for _, x := range hand {
			if t.Public().Of(x).Known() && (int(x) >= len(before) || !before.Of(x).Known()) {
				c.w.fail("step %d shows a card of the hand of seat %d: %v", step, s, t.Public().Of(x))
			}
		}
	}
}

// minCovered is the smallest number of nodes in a hand in which one can be covered.
const minCovered = 4

// coverable reports whether the running hand can be covered: enough nodes play it. If more goes wrong than
// that one node is away, another one may have missed the beginning of the hand, so that nobody can cover now.
func (c *checker) coverable(t *table.Table) bool {
	if t.Position() == nil {
		return true // it has yet to begin
	}
	if !c.w.plan.Lonely() && slices.ContainsFunc(t.Undecided(), func(s int) bool { return !t.Covering(s) }) {
		return false
	}
	missing := t.Missing()
	if gone := func(s int) bool { return c.w.owner(t, s).gone && !slices.Contains(missing, s) }; slices.ContainsFunc(t.Awaited(), gone) {
		return false // its vote on a record that others had voted on never comes (p2p/PROTOCOL.md §5.8)
	}
	var nodes []*node
	for _, s := range t.Position().Status().Active {
		if n := c.w.owner(t, s); !slices.Contains(nodes, n) {
			nodes = append(nodes, n)
		}
	}
	return len(nodes) >= minCovered
}

// together reports whether, in this plan, all who are there must come to one end.
func (c *checker) together() bool { return c.w.plan.Frozen || c.w.plan.Dozes }

// united reports whether all who are there have one log, and the game is over.
func (c *checker) united() bool {
	games := c.w.honest()
	head := games[0].game(0).table().Head()
	return !slices.ContainsFunc(games, func(n *node) bool {
		t := n.game(0).table()
		return t.Head() != head || !t.Over() && c.coverable(t)
	})
}
