package store

import (
	"errors"
	"path/filepath"
	"testing"

	"fives/engine/record"
)

func TestOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	create(t, path, 1)
	s := open(t, path)
	if _, ok, err := s.Owner(); err != nil || ok {
		t.Errorf("before anybody owns it: %v, %v", ok, err)
	}
	ana, ben := record.KeyOf(key(1)), record.KeyOf(key(2))
	for range 2 {
		if err := s.SetOwner(ana); err != nil {
			t.Fatal(err)
		}
		s.Close()
		s = open(t, path)
	}
	if err := s.SetOwner(ben); !errors.Is(err, ErrForeign) {
		t.Errorf("another owner: %v", err)
	}
	if owner, ok, err := s.Owner(); err != nil || !ok || owner != ana {
		t.Errorf("%v, %v, %v", owner, ok, err)
	}
}
