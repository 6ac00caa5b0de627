package replica

import (
	"bytes"
	"testing"
)

// Too many questions of one seat push out the oldest of that seat, and no other's.
func TestKeep(t *testing.T) {
	var l questions
	l.put(0, 1, bytes.NewReader([]byte{0, 0, 0, 0, 0, 0, 0, 7}))
	l.keep(Ask{Seat: 1, Nonce: 50}, 2)
	for n := range uint64(maxAsks + 1) {
		l.keep(Ask{Seat: 2, Nonce: n, Heard: 1 << 9}, 4)
	}
	want := []Ask{{Seat: 0, Nonce: 7, Heard: 1}, {Seat: 1, Nonce: 50, Heard: 2}}
	for n := range uint64(maxAsks) {
		want = append(want, Ask{Seat: 2, Nonce: n + 1, Heard: 4})
	}
	got := l.all()
	if len(got) != len(want) {
		t.Fatalf("%d questions, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("question %d is %v, want %v", i, got[i], want[i])
		}
	}
	if a := l.find(Ask{Seat: 2, Nonce: 3}); a == nil || a.Heard != 4 {
		t.Errorf("found %v", a)
	}
	if a := l.find(Ask{Seat: 1, Nonce: 3}); a != nil {
		t.Errorf("found %v for another seat", a)
	}
	if heard := l.heardBy(1<<0 | 1<<2); heard != 1|4 {
		t.Errorf("heard by %b", heard)
	}
	l.drop(func(a Ask) bool { return a.Seat == 2 })
	if len(l.all()) != 2 {
		t.Errorf("%d questions are left", len(l.all()))
	}
}

// A snapshot has a list of its own.
func TestClone(t *testing.T) {
	l := questions{ready: true}
	l.keep(Ask{Seat: 1, Nonce: 5}, 2)
	c := l.clone()
	l.find(Ask{Seat: 1, Nonce: 5}).Heard = 8
	if !c.ready || c.all()[0].Heard != 2 {
		t.Errorf("ready %v, %v", c.ready, c.all())
	}
	all := c.all()
	if all[0].Heard = 8; c.all()[0].Heard != 2 {
		t.Error("the list is not the caller's")
	}
}
