package table_test

import (
	"fmt"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/table/tabletest"
)

// From each kind of step on, a seat is away for good: the game ends all the same, all who
// are there agree, and a verifier comes to the same head.
func TestAwayForGood(t *testing.T) {
	for _, kind := range []record.Kind{record.KindSeal, record.KindKey, record.KindStack, record.KindProof, record.KindShares, record.KindMove, record.KindReceipt} {
		for who := range 4 {
			for hand := 1; hand <= 2; hand++ {
				t.Run(fmt.Sprintf("%s, seat %d, hand %d", kind, who, hand), func(t *testing.T) {
					g := tabletest.NewCovered(t, tabletest.Drill, 4, nil, uint64(who))
					gone := false
					g.Absent = func(p *tabletest.Player) bool { return gone && p.Seat == who }
					g.Until(func(tb *table.Table) bool {
						d := tb.Pending()
						gone = tb.HandNumber() == hand && d.Kind == kind && d.Owes(who)
						return gone
					})
					if !gone {
						t.Skip("this seat never owes that")
					}
					g.Play()
					if !g.Table().Covered(who) {
						t.Error("the seat is not covered")
					}
					again := g.Replay(g.Table().Log())
					if again.Head() != g.Table().Head() || !again.Over() {
						t.Error("the log leads to another head")
					}
				})
			}
		}
	}
}
