package store

import (
	"path/filepath"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A new proof against a seat replaces the old one.
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

// A log with its evidence replaces another one; nothing else is lost.
func TestAnotherLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	create(t, path, 3)
	s := open(t, path)
	fault := func(author byte) []*table.Fault {
		return []*table.Fault{{Step: 9, Records: []record.Record{statement(t, 9, author, 10)}}}
	}
	if err := s.Save(tableID, replica.Save{Faults: fault(1)}); err != nil {
		t.Fatal(err)
	}
	before, err := s.Load(tableID)
	if err != nil {
		t.Fatal(err)
	}
	log := []record.Record{statement(t, 2, 1, 20), statement(t, 3, 2, 30)}
	if err := s.Save(tableID, replica.Save{Anew: true, Records: log, Faults: fault(2)}); err != nil {
		t.Fatal(err)
	}
	after, err := s.Load(tableID)
	if err != nil {
		t.Fatal(err)
	}
	if len(before.Records) != 3 || len(after.Records) != 2 || !after.Records[0].Same(log[0]) || !after.Records[1].Same(log[1]) {
		t.Errorf("%d records, then %d", len(before.Records), len(after.Records))
	}
	if len(after.Faults) != 1 || after.Faults[0][0].Author != record.KeyOf(key(2)) {
		t.Errorf("%d faults", len(after.Faults))
	}
	if len(after.Seats) != len(before.Seats) || len(after.Notices) != len(before.Notices) {
		t.Errorf("seats %d, notices %d", len(after.Seats), len(after.Notices))
	}
}
