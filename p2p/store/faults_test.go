package store

import (
	"path/filepath"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A new proof against a seat takes the place of the old one.
func TestOneFaultOfASeat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	create(t, path, 3)
	s := open(t, path)
	for _, f := range []struct {
		author byte
		step   uint64
	}{{1, 9}, {2, 9}, {1, 4}, {1, 30}} {
		fault := &table.Fault{Step: f.step, Records: []record.Record{statement(t, f.step, f.author, 1000)}}
		if err := s.Save(tableID, replica.Save{Faults: []*table.Fault{fault}}); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := s.Load(tableID)
	if err != nil {
		t.Fatal(err)
	}
	if len(stored.Faults) != 2 || stored.Faults[1][0].Author != record.KeyOf(key(1)) {
		t.Fatalf("%d faults", len(stored.Faults))
	}
	if p, err := stored.Faults[1][0].Peek(); err != nil || p.Step != 30 {
		t.Errorf("the fault of step %d stays, %v", p.Step, err)
	}
}
