package table_test

import (
	"fmt"
	"sync"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// describe says all that can be seen of a table.
func describe(t *table.Table) string {
	s := fmt.Sprint(t.Step(), t.Head(), t.Pending(), t.Missing(), t.HandNumber(), t.Public(), t.Results(), t.Winners(),
		t.Stopped(), len(t.Notices()), t.Hand().Played(), t.Hand().Slots())
	for _, r := range t.Log() {
		s += fmt.Sprintf(" %x", r.Signature[:4])
	}
	for _, f := range t.Faults() {
		s += f.Error()
	}
	for x := range t.Hand().Slots() {
		for seat := range t.Terms().Seats {
			m, sum, ok := t.Hand().OpenedTo(seat, rules.Slot(x))
			s += fmt.Sprint(m, sum, ok)
		}
	}
	return s
}

// A snapshot shows the table as it was, and is read while the table goes on.
func TestSnapshotStaysAsItWas(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, map[string]any{"hands": 2}, 1)
	var shots []*table.Table
	var then []string
	var readers sync.WaitGroup
	for over := false; !over; {
		over = !g.Step()
		s := g.Table().Snapshot()
		shots, then = append(shots, s), append(then, describe(g.Table()))
		readers.Go(func() { describe(s) })
	}
	readers.Wait()
	if len(shots) < 10 || !g.Table().Over() {
		t.Fatalf("%d steps, over %v", len(shots), g.Table().Over())
	}
	for i, s := range shots {
		if describe(s) != then[i] {
			t.Errorf("the snapshot of step %d has changed", i)
		}
	}
}

// The same in mid-step, where records have arrived that a fold sorts.
func TestSnapshotInMidStep(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 4, map[string]any{"hands": 1}, 1)
	tb := g.Table()
	var checked []table.Checked
	for seat := 3; seat >= 0; seat-- { // the last one first
		c, err := tb.Check(g.Make(g.Players[seat]))
		if err != nil {
			t.Fatal(err)
		}
		checked = append(checked, c)
	}
	for i, c := range checked {
		s := tb.Snapshot()
		then := describe(s)
		if _, err := tb.Apply(c); err != nil {
			t.Fatal(err)
		}
		if describe(s) != then {
			t.Errorf("the snapshot before record %d has changed", i)
		}
	}
}

// A snapshot may go another way than the table, and neither notices: not even what
// has grown at the same place of both.
func TestSnapshotGoesItsOwnWay(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, map[string]any{"hands": 2}, 1)
	apart := map[record.Kind]int{}
	for !g.Table().Over() {
		before := describe(g.Table())
		s := g.Table().Snapshot()
		for owed := s.Pending(); s.Step() == g.Table().Step(); {
			for _, seat := range s.Missing() {
				c, err := s.Check(g.Make(g.Players[seat])) // with other nonces than those of the table
				if err == nil {
					_, err = s.Apply(c)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			apart[owed.Kind]++
		}
		if describe(g.Table()) != before {
			t.Fatalf("step %d has changed", g.Table().Step())
		}
		then := describe(s)
		if !g.Step() {
			break
		}
		if describe(s) != then {
			t.Fatalf("the snapshot of step %d has changed", g.Table().Step())
		}
	}
	for _, kind := range []record.Kind{record.KindKey, record.KindStack, record.KindProof, record.KindShares, record.KindMove, record.KindReceipt} {
		if apart[kind] == 0 {
			t.Errorf("never at a %s: %v", kind, apart)
		}
	}
	g.Agree()
}
