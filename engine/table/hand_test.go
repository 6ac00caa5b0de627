package table_test

import (
	"testing"

	"fives/engine/record"
	"fives/engine/table/tabletest"
)

// Before the first hand there are no keys and no cards, and asking for them is no mistake.
func TestNoHand(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 2, nil, 1)
	g.Owed(record.KindRoster)
	h := g.Table().Hand()
	if h != nil {
		t.Fatal("there is a hand")
	}
	for _, seat := range []int{-1, 0, 1, 2} {
		if key := h.Key(seat); !key.IsIdentity() {
			t.Errorf("seat %d has a key", seat)
		}
	}
	if _, ok := h.OpeningTo(0, 0); ok || h.Slots() != 0 || h.Played() != nil {
		t.Error("there are cards")
	}
	g.Owed(record.KindPass)
	h = g.Table().Hand()
	for _, seat := range []int{-1, 2} {
		if key := h.Key(seat); !key.IsIdentity() {
			t.Errorf("seat %d has a key", seat)
		}
	}
	if key := h.Key(1); key.IsIdentity() {
		t.Error("seat 1 has none")
	}
}
