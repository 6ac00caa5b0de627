package table_test

import (
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// SPEC §10.6: at a table with cover, two records of a seat for one step that name different
// heads prove nothing behind the first step of the first hand, and are a fault before that: no
// log can part there because of votes. At other tables they always are one.
func TestTwoHeads(t *testing.T) {
	for _, cover := range []bool{true, false} {
		g := tabletest.New(t, tabletest.Drill, 4, map[string]any{"hands": 1}, 5)
		if cover {
			g = tabletest.NewCovered(t, tabletest.Drill, 4, map[string]any{"hands": 1}, 5)
		}
		tb := g.Table()
		for range 6 {
			step, p := tb.Step(), g.Turn()
			r := g.Make(p)
			pl := opened(r.Peek())
			pl.Head[0] ^= 1
			other, err := record.Sign(p.Key, pl)
			if err != nil {
				t.Fatal(err)
			}
			deliver(t, g, r)
			_, err = tb.Check(other)
			if cover && step > tb.FirstStep()+1 {
				harmless(t, err, table.ErrLate)
			} else {
				fault(t, err, p.Seat, 2, "two different")
			}
			g.Step()
		}
	}
}

// A record with an about that its kind does not have is compared with no other: it is a fault
// by itself if it names the true head, and nothing if it does not.
func TestStrayAboutBesideAnotherRecord(t *testing.T) {
	for _, g := range []*tabletest.Rig{tabletest.New(t, tabletest.Drill, 4, nil, 5), tabletest.NewCovered(t, tabletest.Drill, 4, nil, 5)} {
		g.Owed(record.KindKey)
		p, tb := g.Players[1], g.Table()
		deliver(t, g, g.Make(p))
		pl := opened(g.Sign(p, record.Empty{}).Peek())
		pl.About = []uint64{2}
		r, err := record.Sign(p.Key, pl)
		if err != nil {
			t.Fatal(err)
		}
		_, err = tb.Check(r)
		fault(t, err, 1, 1, "about no other seat")
		pl.Head[0] ^= 1
		if r, err = record.Sign(p.Key, pl); err != nil {
			t.Fatal(err)
		}
		_, err = tb.Check(r)
		harmless(t, err, table.ErrForeign)
	}
}
