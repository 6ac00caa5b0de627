package store

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"fives/engine/record"
	"fives/p2p/entry"
	"fives/p2p/lobby"
)

// TestGivenUp: a seat that was given up stays given up until it is asked for again.
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
	guessed := entry.StoredCode{Text: "123456", Failures: 3, Before: 20}
	moved := lobby.OpenTable{Code: guessed, Own: map[string]entry.Bot{}, Kept: kept}
	if err := s.MoveOffer(record.Hash{9}, record.Hash{10}, moved); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = open(t, path)
	offers, err := s.Offers()
	if o := offers[record.Hash{10}]; err != nil || len(offers) != 1 || o.Code != guessed || !slices.Equal(o.Kept, kept) {
		t.Errorf("%+v, %v", offers, err)
	}
}

// TestWishes: a wish moves with its table, and is there after a restart with all that the door has said. So does the code of a table.
func TestWishes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fives.db")
	create(t, path, 1)
	s := open(t, path)
	from, to := record.Hash{1}, record.Hash{2}
	want := lobby.Wish{Seat: 1, Name: "zoe", Now: true, Code: "123456", Keeper: record.KeyOf(key(3)), Door: entry.Door{
		ID: from, Game: "five", Options: map[string]any{"limit": uint64(30)}, HouseRules: record.HouseRules{Private: true, TurnLimit: 60}, Hands: 3,
		Seats: []entry.DoorSeat{{Name: "ana", Node: record.KeyOf(key(3)), Score: -1}, {Name: "ada", BotOf: "ana", Node: record.KeyOf(key(3)), Away: true}},
	}}
	for _, err := range []error{s.PutWish(from, lobby.Wish{}), s.MoveWish(from, to, want)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	s = open(t, path)
	wishes, err := s.Wishes()
	if w, ok := wishes[to]; err != nil || len(wishes) != 1 || !ok || !reflect.DeepEqual(w, want) {
		t.Errorf("%+v, %v", wishes, err)
	}
	if err := s.DropWish(to); err != nil {
		t.Fatal(err)
	}
	if wishes, err := s.Wishes(); err != nil || len(wishes) != 0 {
		t.Errorf("%+v, %v", wishes, err)
	}
}

// TestDoorGoesWithTable: the code of a table, and whom its host has sent away, are forgotten with it.
func TestDoorGoesWithTable(t *testing.T) {
	s, _ := ram(t)
	if code, err := s.Code(tableID); code.Text != "123456" || err != nil {
		t.Errorf("%v, %v", code, err)
	}
	if away, err := s.SentAway(tableID); !slices.Equal(away, []record.Key{record.KeyOf(key(2))}) || err != nil {
		t.Errorf("%v, %v", away, err)
	}
	if err := s.Forget(tableID); err != nil {
		t.Fatal(err)
	}
	if code, err := s.Code(tableID); code != (entry.StoredCode{}) || err != nil {
		t.Errorf("%v, %v", code, err)
	}
	if away, err := s.SentAway(tableID); away != nil || err != nil {
		t.Errorf("%v, %v", away, err)
	}
}
