package sim

import (
	"errors"
	"slices"
	"strings"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/table"
)

// verify has the logs of all tables that were played verified, as somebody would who has them
// from the players: whoever sits at one has taken a seat over in order.
func (c *checker) verify() {
	var logs [][]record.Record
	for at := range c.w.tables {
		var longest []record.Record
		for _, n := range c.w.honest() {
			if g := n.game(at); g != nil && g.inPlay() {
				if log := g.table().Log(); len(log) > len(longest) {
					longest = log
				}
			}
		}
		if longest != nil {
			logs = append(logs, longest)
		}
	}
	for {
		_, err := audit.VerifyChain(logs, c.w.find, audit.Options{})
		var file *audit.FileError
		switch {
		case err == nil:
			return
		case errors.As(err, &file) && decided(err):
			c.w.counts.Decided++
			logs = slices.Delete(logs, file.File, file.File+1)
		default:
			c.w.broken("the logs do not verify: %v", err)
			return
		}
	}
}

// decided reports whether a table does not count because a move has decided the game. Where seats
// change hands at once, somebody may make that move while another one begins the new table.
func decided(err error) bool {
	var chain *audit.ChainError
	return errors.As(err, &chain) && len(chain.Guilty) == 0 && strings.HasSuffix(chain.Reason, "the game is over")
}

// begins looks at a table that a node begins to play: where seats change hands in it that were
// to do so between two hands, no cards of a hand that has begun since were played. The others
// may have played without one who is away and covered for, and who is to begin it.
func (c *checker) begins(g *game) {
	parent := c.w.tables[g.at].parent
	if g.node.cheats || g.node.back || c.w.plan.Cover || len(c.w.takes(g.at)) == 0 {
		return
	}
	if before := g.node.game(parent); before != nil && before.late(g) && played(before.table()) {
		c.w.broken("%s gives up a hand that is played, though table %d was to begin before it", g.node.name(), g.at)
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
