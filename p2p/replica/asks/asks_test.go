package asks_test

import (
	"bytes"
	"testing"

	"fives/p2p/replica/asks"
)

// Too many questions of one seat push out the oldest of that seat, and no other's.
func TestKeep(t *testing.T) {
	var l asks.List
	l.Put(0, 1, bytes.NewReader([]byte{0, 0, 0, 0, 0, 0, 0, 7}))
	l.Keep(asks.Ask{Seat: 1, Nonce: 50}, 2)
	for n := range uint64(asks.Most + 1) {
		l.Keep(asks.Ask{Seat: 2, Nonce: n, Heard: 1 << 9}, 4)
	}
	want := []asks.Ask{{Seat: 0, Nonce: 7, Heard: 1}, {Seat: 1, Nonce: 50, Heard: 2}}
	for n := range uint64(asks.Most) {
		want = append(want, asks.Ask{Seat: 2, Nonce: n + 1, Heard: 4})
	}
	got := l.All()
	if len(got) != len(want) {
		t.Fatalf("%d questions, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("question %d is %v, want %v", i, got[i], want[i])
		}
	}
	if a := l.Find(asks.Ask{Seat: 2, Nonce: 3}); a == nil || a.Heard != 4 {
		t.Errorf("found %v", a)
	}
	if a := l.Find(asks.Ask{Seat: 1, Nonce: 3}); a != nil {
		t.Errorf("found %v for another seat", a)
	}
	if heard := l.Heard(1<<0 | 1<<2); heard != 1|4 {
		t.Errorf("heard by %b", heard)
	}
	l.Drop(func(a asks.Ask) bool { return a.Seat == 2 })
	if len(l.All()) != 2 {
		t.Errorf("%d questions are left", len(l.All()))
	}
}

// What a snapshot has of the list is its own.
func TestClone(t *testing.T) {
	l := asks.List{Ready: true}
	l.Keep(asks.Ask{Seat: 1, Nonce: 5}, 2)
	c := l.Clone()
	l.Find(asks.Ask{Seat: 1, Nonce: 5}).Heard = 8
	if !c.Ready || c.All()[0].Heard != 2 {
		t.Errorf("ready %v, %v", c.Ready, c.All())
	}
	all := c.All()
	if all[0].Heard = 8; c.All()[0].Heard != 2 {
		t.Error("the list is not the caller's")
	}
}
