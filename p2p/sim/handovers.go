package sim

import (
	"errors"
	"slices"
	"strings"

	"fives/engine/audit"
	"fives/engine/record"
	"fives/engine/table"
)

// verify verifies the logs of all tables that were played, as somebody who got them from the players would:
// whoever sits at a table has taken the seat over in order.
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
			c.w.fail("the logs do not verify: %v", err)
			return
		}
	}
}

// decided reports whether a table does not count because a move has decided the game before. If seats change
// hands at once, somebody may make that move while somebody else begins the new table.
func decided(err error) bool {
	var chain *audit.ChainError
	return errors.As(err, &chain) && len(chain.Guilty) == 0 && strings.HasSuffix(chain.Reason, "the game is over")
}

// checkBegin checks a table at which a node begins to play: if seats were to change hands there between two hands,
// the node gives up no hand in which cards have been played since. At a table with cover it may: the others may
// have played on without the one who has to begin the new table.
func (c *checker) checkBegin(g *game) {
	parent := c.w.tables[g.at].parent
	if g.node.cheats || g.node.back || c.w.plan.Cover || len(c.w.takes(g.at)) == 0 {
		return
	}
	if before := g.node.game(parent); before != nil && before.late(g) && played(before.table()) {
		c.w.fail("%s gives up a hand that is played, though table %d was to begin before it", g.node.name(), g.at)
	}
}

// played reports whether a move was made in the running hand.
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
