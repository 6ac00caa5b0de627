package table_test

import (
	"slices"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/tabletest"
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
	g.Owed(record.KindStack)
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

// Attack: a move takes a card that its author was not dealt. No share of it is asked for,
// and no honest seat would give one.
func TestAttackForeignSlot(t *testing.T) {
	g := tabletest.New(t, tabletest.Drill, 3, nil, 1)
	g.Owed(record.KindMove)
	p, tb := g.Turn(), g.Table()
	hand := tb.Position().Status().Hands[p.Seat]
	own, foreign := 0, 0
	for x := range rules.Slot(tb.Hand().Slots() + 1) {
		m := rules.Move{Seat: p.Seat, Text: "drop 2c", Cards: []rules.Slot{x}}
		shown, err := tb.Shown(m)
		switch mine, public := slices.Contains(hand, x), tb.Public().Of(x).Known(); {
		case public && (err != nil || len(shown) > 0):
			t.Errorf("public slot %d: %v, %v", x, shown, err)
		case mine && (err != nil || !slices.Equal(shown, []rules.Slot{x})):
			t.Errorf("slot %d of the hand: %v, %v", x, shown, err)
		case !mine && !public && err == nil:
			t.Errorf("slot %d of somebody else: %v", x, shown)
		case mine:
			own++
		case !public && int(x) < tb.Hand().Slots():
			foreign++
			_, err := tb.Check(g.Sign(p, record.Move{Text: "drop 2c", Cards: []uint64{uint64(x)}}))
			fault(t, err, p.Seat, 1, "not in the mover's observation")
		}
	}
	if own == 0 || foreign == 0 {
		t.Errorf("%d slots of one's own, %d others", own, foreign)
	}
}
