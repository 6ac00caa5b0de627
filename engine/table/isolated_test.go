package table_test

import (
	"errors"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/seat"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// SPEC §10.6: what a seat has signed while it did not know that the others had covered for
// it proves nothing against it, neither in their log nor in its own, in whatever hand it
// comes to that by itself.
func TestAttackSignedInIsolation(t *testing.T) {
	for name, owed := range map[string]table.Pending{"showing": {Kind: record.KindShares, Why: rules.Show}, "receipt": {Kind: record.KindReceipt}} {
		t.Run(name, func(t *testing.T) {
			g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 3}, 7)
			g.Until(func(tb *table.Table) bool { return tb.Pending().Kind == owed.Kind && tb.Pending().Why == owed.Why })
			who := g.Turn()
			alone := g.Alone(who)
			g.Back(who)
			g.Step()
			both := 0
			for s := who.Table.FirstStep(); s < who.Table.Step(); s++ {
				ours, theirs := who.Table.OwnAt(s, who.Seat), alone.Table.OwnAt(s, who.Seat)
				if ours == nil || theirs == nil || ours.Same(*theirs) {
					continue
				}
				both++
				for name, c := range map[string]struct {
					t *table.Table
					r record.Record
				}{"theirs": {who.Table, *theirs}, "its own": {alone.Table, *ours}} {
					_, err := c.t.Check(c.r)
					var f *table.Fault
					if err == nil || errors.As(err, &f) {
						t.Errorf("step %d, in %s: %v", s, name, err)
					}
				}
			}
			if both == 0 {
				t.Error("it has signed no step twice")
			}
		})
	}
}

// A seat that signs two records for one step and head is at fault, whether or not it has
// been covered before.
func TestAttackTwoRecordsOfACoveredSeat(t *testing.T) {
	g := tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 3}, 7)
	g.Owed(record.KindReceipt)
	who := g.Turn()
	alone := g.Alone(who)
	g.Back(who)
	for name, p := range map[string]*tabletest.Player{"in the log": who, "in isolation": alone} {
		if name == "in isolation" { // where it owes a record behind that which was voted away
			p.Table = g.Replay(alone.Table.Log()[:len(alone.Table.Log())-len(alone.Table.Arrived())])
		}
		body, _, err := seat.Work(p.Table, p.Seat, p.Key, p.Hand, 1, g.Secret)
		if err != nil {
			t.Fatal(err)
		}
		other, _, _ := seat.Work(p.Table, p.Seat, p.Key, p.Hand, 2, g.Secret)
		if err := p.Take(g.Sign(p, body)); err != nil {
			t.Fatal(err)
		}
		var f *table.Fault
		if err := p.Take(g.Sign(p, other)); !errors.As(err, &f) || f.Seat != who.Seat || !errors.Is(err, table.ErrTwo) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
