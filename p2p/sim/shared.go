package sim

import (
	"fmt"
	"slices"

	"fives/engine/table"
)

// differ reports whether two logs of a table are on different branches.
func differ(a, b *table.Table) bool {
	s := min(a.Step(), b.Step())
	ha, _ := a.HeadAt(s)
	hb, _ := b.HeadAt(s)
	return ha != hb
}

// strays reports whether two logs of a table part, and all who played the hand in which they do have receipted it
// in the other log, but not in this one.
func strays(t, other *table.Table) bool {
	step, ok := t.PartsFrom(other)
	return ok && other.Receipted(step) && !t.Receipted(step)
}

// describeUnknown returns a text that says what nodes do not know of each other yet, "" for nothing.
func (c *checker) describeUnknown() string {
	for _, n := range c.w.honest() {
		if !n.up() {
			return n.name() + " is down"
		}
	}
	for at := range c.w.tables {
		var games []*game
		for _, n := range c.w.honest() {
			if g := n.game(at); g != nil {
				games = append(games, g)
			}
		}
		if why := c.describeUnshared(games); why != "" {
			return fmt.Sprintf("at table %d, %s", at, why)
		}
	}
	for _, n := range c.w.nodes {
		if n.onlooker && !c.follows(n) {
			return n.name() + ", who only watches, does not see what the seats do"
		}
	}
	return ""
}

// describeUnshared describes a difference in what the honest nodes know of a table, "" if there is none. They have to
// agree on the following:
//
//   - whether somebody is at fault, as far as their records together prove it;
//   - the step at which the table has stopped, on each branch;
//   - the branch, once all players have receipted one, except for nodes that have left.
//
// Two nodes that have put the table into the archive tell each other nothing more about it. So one of them may
// have left it for a continuation without the other knowing. If seats change hands, that may happen long after
// the other has left it, for another one. Nodes that never see each other, with nobody between them, need not
// agree either.
func (c *checker) describeUnshared(games []*game) string {
	for i, a := range games {
		for _, b := range games[:i] {
			ta, tb := a.table(), b.table()
			switch apart := differ(ta, tb); {
			case apart && coversApart(ta, tb): // one of them will go over, if it plays on here
			case (len(a.table().Faults()) == 0 || len(b.table().Faults()) == 0) && (apart && c.provable(a, b) || !apart && len(a.table().Faults())+len(b.table().Faults()) > 0):
				return "not every honest node knows of the fault"
			case !apart && (ta.Stopped() || tb.Stopped()) && ta.Step() != tb.Step() && !unshown(ta) && !unshown(tb):
				return fmt.Sprintf("which has stopped, %s is at step %d and %s at %d", a.node.name(), ta.Step(), b.node.name(), tb.Step())
			}
			if a.archived() && b.archived() || c.w.plan.Change > 0 && !a.seated() && !b.seated() || c.cut(a.node, b.node, ta) {
				continue
			}
			for _, g := range [][2]*game{{a, b}, {b, a}} {
				if g[0].seated() && strays(g[0].table(), g[1].table()) {
					return fmt.Sprintf("%s is not on the branch of %s, on which all who played have signed", g[0].node.name(), g[1].node.name())
				}
			}
			for i, s := range ta.Terms().Seats {
				j := tb.Terms().SeatOf(s.Key) // where a table began twice, a seat may be two people's
				if j >= 0 && ta.HasLeft(i) != tb.HasLeft(j) {
					return fmt.Sprintf("%s and %s do not agree on whether seat %d has left (in the archive: %v, %v)", a.node.name(), b.node.name(), i, a.archived(), b.archived())
				}
			}
		}
	}
	return ""
}

// around lists those of some nodes that one of them sees, directly or through others of them.
func (c *checker) around(n *node, nodes []*node) []*node {
	seen := []*node{n}
	for i := 0; i < len(seen); i++ {
		for _, m := range nodes {
			if !slices.Contains(seen, m) && !c.w.never(seen[i], m) {
				seen = append(seen, m)
			}
		}
	}
	return seen
}

// cut reports whether two nodes of a table never see each other, and no node there that is not gone for good is
// between them.
func (c *checker) cut(a, b *node, t *table.Table) bool {
	stay := []*node{a, b}
	for i := range t.Terms().Seats {
		if n := c.w.owner(t, i); !n.gone {
			stay = append(stay, n)
		}
	}
	return !slices.Contains(c.around(a, stay), b)
}
