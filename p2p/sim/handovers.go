package sim

import (
	"slices"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/sim/world"
)

// verify has the logs of all tables that were played verified, as somebody would who has them
// from the players: whoever sits at one has taken a seat over in order.
func (c *checker) verify() {
	var logs [][]record.Record
	for at := range c.w.Tables {
		var longest []record.Record
		for _, n := range c.w.Honest() {
			if g := n.Game(at); g != nil && g.InPlay() {
				if log := g.Table().Log(); len(log) > len(longest) {
					longest = log
				}
			}
		}
		if longest != nil {
			logs = append(logs, longest)
		}
	}
	if _, err := audit.VerifyChain(logs, c.w.Find, audit.Options{}); err != nil {
		c.w.Broken("the logs do not verify: %v", err)
	}
}

// begins looks at a table that a node begins to play: where seats change hands in it that were
// to do so between two hands, no cards of a hand that has begun since were played. The others
// may have played without one who is away and covered for, and who is to begin it.
func (c *checker) begins(g *world.Game) {
	parent := c.w.Tables[g.At].Parent
	if g.Node.Cheats || g.Node.Back || c.w.Plan.Cover || len(c.w.Takes(g.At)) == 0 {
		return
	}
	if before := g.Node.Game(parent); before != nil && before.Late(g) && played(before.Table()) {
		c.w.Broken("%s gives up a hand that is played, though table %d was to begin before it", g.Node.Name(), g.At)
	}
}

// played reports whether there is a move in the running hand.
func played(t *table.Table) bool {
	results := t.Results()
	for step := results[len(results)-1].Step; step < t.Step(); step++ {
		if slices.ContainsFunc(t.Records(step), func(r record.Record) bool {
			p, err := r.Peek()
			return err == nil && p.Kind == record.KindMove
		}) {
			return true
		}
	}
	return false
}
