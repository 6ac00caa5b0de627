package store

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"fives/engine/record"
)

func TestAdmitted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	create(t, path, 3)
	s := open(t, path)
	if nodes, err := s.Admitted(tableID); err != nil || len(nodes) != 0 {
		t.Errorf("nobody is admitted: %v, %v", nodes, err)
	}
	want := []record.Key{record.KeyOf(key(3)), record.KeyOf(key(4))}
	if err := s.PutAdmitted(tableID, want); err != nil {
		t.Fatal(err)
	}
	if err := s.PutAdmitted(record.Hash{8}, want); !errors.Is(err, ErrNoTable) {
		t.Errorf("at a table that is not there: %v", err)
	}
	s.Close()
	s = open(t, path)
	if nodes, err := s.Admitted(tableID); err != nil || !slices.Equal(nodes, want) {
		t.Errorf("%v, %v", nodes, err)
	}
	if st, err := s.Load(tableID); err != nil || len(st.Records) != 3 {
		t.Errorf("the table: %v, %v", st, err)
	}
	if _, err := s.Admitted(record.Hash{8}); !errors.Is(err, ErrNoTable) {
		t.Errorf("of a table that is not there: %v", err)
	}
}
