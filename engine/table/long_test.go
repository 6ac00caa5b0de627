package table_test

import (
	"runtime"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// longTable is the rig of a table at which many hands have been played.
func longTable(tb testing.TB, hands int) *tabletest.Rig {
	tb.Helper()
	many := *tabletest.Drill
	many.Schema = append(many.Schema[:0:0], many.Schema...)
	many.Schema[0].Max = hands
	g := tabletest.New(tb, &many, 2, map[string]any{"hands": hands}, 1)
	g.Play()
	return g
}

// allocated is how much f allocates, in bytes.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// takenIn is how much a table allocates in a tenth of its log: to take a record in, to give
// a snapshot, and for the snapshot to take it in first, as a node that looks ahead does. ends
// is called at the end of each tenth.
func takenIn(tb testing.TB, g *tabletest.Rig, ends func(tenth, bytes int)) {
	tb.Helper()
	fresh := g.Replay(g.Records[:1+len(g.Players)])
	log := g.Table().Log()[1+len(g.Players):]
	take := func(t *table.Table, r record.Record) {
		c, err := t.Claim(table.Read(r))
		if err == nil {
			_, err = t.Apply(c.Assume())
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	for tenth := range 10 {
		part := log[tenth*len(log)/10 : (tenth+1)*len(log)/10]
		ends(tenth, allocated(func() {
			for _, r := range part {
				take(fresh.Snapshot(), r)
				take(fresh, r)
			}
		})/len(part))
	}
}

// TestLongTableCostsNoMore: what a record costs does not depend on how long the table is.
func TestLongTableCostsNoMore(t *testing.T) {
	var first, last int
	takenIn(t, longTable(t, 100), func(tenth, bytes int) {
		switch tenth {
		case 0:
			first = bytes
		case 9:
			last = bytes
		}
	})
	t.Logf("a record allocates %d bytes in the first tenth, %d in the last", first, last)
	if 4*last > 5*first {
		t.Errorf("a record allocates %d bytes at the end of a long table, and %d at its beginning", last, first)
	}
}
