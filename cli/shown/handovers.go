package shown

import (
	"slices"

	"fives/cli/words"
	"fives/p2p/control"
)

// Handovers are those of a table, the ones first for which the player's word is missing.
func Handovers(t control.Table) []control.Handover {
	list := slices.Clone(t.Handovers)
	slices.SortStableFunc(list, func(a, b control.Handover) int { return answered(a) - answered(b) })
	return list
}

func answered(h control.Handover) int {
	if h.Yours {
		return 0
	}
	return 1
}

// Handover is the one that the player can do something about, with what that is, and
// whether there is one. One for which the word is missing comes before what can be taken
// back.
func Handover(t control.Table) (h control.Handover, what string, ok bool) {
	for _, h := range Handovers(t) {
		if what := words.Answer(h); what != "" {
			return h, what, true
		}
	}
	return h, "", false
}
