package story

import (
	"slices"
	"testing"

	"fives/engine/table"
	"fives/engine/tabletest"
)

// TestMovesBack: all moves come, the last one first, and to look at the last ones costs the same in every hand.
func TestMovesBack(t *testing.T) {
	const hands = 4
	g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": hands}, 5)
	look := func() float64 {
		tb := g.Table()
		return testing.AllocsPerRun(10, func() { movesAt(tb, tb.Step()) })
	}
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == 1 && len(tb.Hand().Played()) == 2 })
	first := look()
	g.Until(func(tb *table.Table) bool { return tb.HandNumber() == hands && len(tb.Hand().Played()) == 2 })
	if last := look(); last > first {
		t.Errorf("to look for the moves of a step takes %v allocations in hand %d, and %v in the first", last, hands, first)
	}
	var all []table.PlayedMove
	for _, r := range g.Table().Results() {
		all = append(all, r.Played...)
	}
	if len(g.Table().Results()) < hands {
		all = append(all, g.Table().Hand().Played()...)
	}
	slices.Reverse(all)
	if got := slices.Collect(movesBack(g.Table())); len(all) < hands*2 || !slices.Equal(got, all) {
		t.Errorf("the moves are %v, want %v", got, all)
	}
}
