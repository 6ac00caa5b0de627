package store

import (
	"bytes"
	"errors"
	"path/filepath"
	"testing"

	"fives/engine/record"
	"fives/p2p/kv"
)

func TestIdentity(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	s := open(t, path)
	if _, ok, err := s.Identity(); ok || err != nil {
		t.Fatalf("a new store: %v, %v", ok, err)
	}
	if err := s.SetIdentity(Identity{Seed: []byte("short")}); !errors.Is(err, ErrDamaged) {
		t.Errorf("half a key: %v", err)
	}
	ana := Identity{Seed: key(1).Seed(), Name: "ana"}
	for range 2 {
		if err := s.SetIdentity(ana); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SetIdentity(Identity{Seed: key(2).Seed(), Name: "ben"}); !errors.Is(err, ErrForeign) {
		t.Errorf("another identity: %v", err)
	}
	s.Close()
	s = open(t, path)
	if i, ok, err := s.Identity(); !ok || err != nil || i.Name != "ana" || !bytes.Equal(i.Seed, ana.Seed) {
		t.Errorf("%+v, %v, %v", i, ok, err)
	}
	if err := s.SetOwner(record.KeyOf(key(2))); !errors.Is(err, ErrForeign) {
		t.Errorf("another owner: %v", err)
	}
	if err := s.writes.update(func(m kv.Map) error { return partIdentity.drop(m, only) }); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := s.Identity(); ok || !errors.Is(err, ErrNoIdentity) {
		t.Errorf("without the key of its owner: %v, %v", ok, err)
	}
}

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
