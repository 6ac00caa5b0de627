package audit_test

import (
	"testing"

	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// A hand of every registered game, with the fewest seats and real cryptography,
// makes a log that verifies.
func TestEveryGame(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			seats := max(rs.MinSeats, 2)
			g := tabletest.New(t, rs, seats, nil, 1)
			g.Choose = tabletest.Bot(rs.Bots[0])
			g.Until(func(tb *table.Table) bool { return len(tb.Results()) == 1 })
			g.Step()
			r, err := everyWay(t, g.Table().Log(), games.Find)
			if err != nil || len(r.Hands) != 1 || r.Hands[0].Receipts != seats || len(r.Violations()) > 0 || r.Head != g.Table().Head() {
				t.Fatalf("%v %+v", err, r)
			}
			t.Logf("%d records, %+v", len(g.Table().Log()), r.Checked)
			goesOn(t, g, rs)
		})
	}
}

// goesOn continues the game after its first hand.
func goesOn(t *testing.T, g *tabletest.Rig, rs *rules.RuleSet) {
	if g.Table().Over() {
		return
	}
	var all []int
	for i := range g.Players {
		all = append(all, i)
	}
	c, err := g.Table().Successor(1, all, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := tabletest.Continue(t, rs, c, keys(g, c), 2)
	h.Choose = g.Choose
	h.Owed(record.KindMove)
	h.Step()
	if got := h.Table().HandNumber(); got != 2 {
		t.Errorf("the continuation begins with hand %d", got)
	}
	if _, err := chain(&tabletest.Rig{TB: t, Rules: rs}, g, h); err != nil {
		t.Error(err)
	}
}
