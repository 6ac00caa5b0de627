package rules_test

import (
	"reflect"
	"slices"
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
)

// The slot is the move, whatever it looks like: of two aces of hearts it is the one that
// came last.
func TestByPlace(t *testing.T) {
	hand := []rules.Slot{4, 2, 0}
	write := func(c card.Card) string { return "drop " + c.String() }
	for _, c := range []struct {
		public rules.Observation
		move   rules.Move
		open   []rules.Slot
	}{
		{nil, rules.Move{}, []rules.Slot{0}},
		{observation("?", "?", "Ah", "?", "Ah"), rules.Move{}, []rules.Slot{0}},
		{observation("Ah", "?", "?", "?", "?"), rules.Move{Seat: 1, Text: "drop Ah", Cards: []rules.Slot{0}, StandIn: true}, nil},
		{observation("Ah", "?", "Ah", "?", "Ah"), rules.Move{Seat: 1, Text: "drop Ah", Cards: []rules.Slot{0}, StandIn: true}, nil},
	} {
		if m, open := rules.ByPlace(1, hand, c.public, write); !reflect.DeepEqual(m, c.move) || !slices.Equal(open, c.open) {
			t.Errorf("where %v is public: %+v, opens %v", c.public, m, open)
		}
	}
}

func TestHidden(t *testing.T) {
	slots := []rules.Slot{4, 2, 9, 0}
	if got := observation("Ah", "?", "?", "?", "Ah").Hidden(slots); !slices.Equal(got, []rules.Slot{2, 9}) {
		t.Errorf("%v are hidden", got)
	}
	if !slices.Equal(slots, []rules.Slot{4, 2, 9, 0}) {
		t.Errorf("the slots are now %v", slots)
	}
}
