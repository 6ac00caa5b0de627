package table_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// From each kind of step on, a seat is away for good: the game ends all the same, all who
// are there agree, and a verifier comes to the same head.
func TestAwayForGood(t *testing.T) {
	for _, kind := range []record.Kind{record.KindSeal, record.KindKey, record.KindStack, record.KindProof, record.KindShares, record.KindMove, record.KindReceipt} {
		for who := range 5 {
			for hand := 1; hand <= 2; hand++ {
				t.Run(fmt.Sprintf("%s, seat %d, hand %d", kind, who, hand), func(t *testing.T) {
					g := tabletest.NewCovered(t, tabletest.Drill, 5, nil, uint64(who))
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
					hands, from := 0, uint64(0)
					for _, r := range g.Table().Results() {
						in := false
						for ; from <= r.Step; from++ {
							in = in || slices.Contains(g.Table().Coverings(from), who)
						}
						if in {
							hands++
						}
					}
					if n := g.Table().HandsCovered(who); n != hands || hands == 0 {
						t.Errorf("covered in %d hands, want %d", n, hands)
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

// A vote that was checked before its step was complete with the seat's own record proves
// nothing when it is applied.
func TestVoteTooLate(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 4, nil, 1)
	g.Owed(record.KindShares)
	p := g.Players[0]
	vote, err := seat.Away(p.Table, 0, 2, p.Key, p.Hand, g.Secret)
	if err != nil {
		t.Fatal(err)
	}
	at := g.Players[1].Table
	checked, err := at.Check(vote)
	if err != nil {
		t.Fatal(err)
	}
	g.Step()
	if _, err := at.Apply(checked); !errors.Is(err, table.ErrLate) {
		t.Error(err)
	}
	if _, err := at.Check(vote); !errors.Is(err, table.ErrLate) {
		t.Error(err)
	}
}
