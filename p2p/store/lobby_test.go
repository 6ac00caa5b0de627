package store

import (
	"path/filepath"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/lobby"
)

// TestGivenUp: a seat that was given up stays so until it is asked for again.
func TestGivenUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	create(t, path, 1)
	s := open(t, path)
	id, other := record.Hash{1}, record.Hash{2}
	is := func(want bool) {
		t.Helper()
		s.Close()
		s = open(t, path)
		joins, err := s.Joins()
		if err != nil {
			t.Fatal(err)
		}
		if _, asked := joins[id]; asked == want {
			t.Errorf("the seat is asked for: %v", asked)
		}
		if up, err := s.GivenUp(id); err != nil || up != want {
			t.Errorf("the seat is given up: %v, %v", up, err)
		}
		if up, err := s.GivenUp(other); err != nil || up {
			t.Errorf("the other seat is given up: %v, %v", up, err)
		}
	}
	for range 2 {
		if err := s.PutJoin(id, lobby.Reservation{}); err != nil {
			t.Fatal(err)
		}
		is(false)
		if err := s.GiveUp(id); err != nil {
			t.Fatal(err)
		}
		is(true)
	}
}

func TestMoveOffer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	create(t, path, 1)
	s := open(t, path)
	kept := []lobby.KeptSeat{{Node: record.KeyOf(key(3)), Table: record.Hash{9}}}
	moved := lobby.OpenTable{Code: "123456", Own: map[string]entry.Bot{}, Kept: kept}
	if err := s.MoveOffer(record.Hash{9}, record.Hash{10}, moved); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = open(t, path)
	offers, err := s.Offers()
	if o := offers[record.Hash{10}]; err != nil || len(offers) != 1 || o.Code != "123456" || !slices.Equal(o.Kept, kept) {
		t.Errorf("%+v, %v", offers, err)
	}
}
