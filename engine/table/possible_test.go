package table

import (
	"testing"

	"fives/engine/rules"
)

// Slots may show faces that were shuffled, each once in its stack, whatever is assumed of
// shares.
func TestPossible(t *testing.T) {
	whole, some := &stack{first: 0, size: 3}, &stack{first: 3, size: 3, faces: []int{7, 8, 9}}
	var h Hand
	for i := range 6 {
		of := whole
		if i >= 3 {
			of = some
		}
		h.slots = append(h.slots, slot{stack: of, face: -1})
	}
	h.slots[2].face, h.slots[5].face = 1, 9
	for i, c := range []struct {
		slots []rules.Slot
		faces []int
		ok    bool
	}{
		{nil, nil, true},
		{[]rules.Slot{0}, []int{-1}, false},
		{[]rules.Slot{0}, []int{0}, true},
		{[]rules.Slot{0}, []int{1}, false}, // it lies at another slot of the stack
		{[]rules.Slot{2}, []int{1}, true},  // it lies there
		{[]rules.Slot{0, 1}, []int{4, 5}, true},
		{[]rules.Slot{0, 1}, []int{4, 4}, false},
		{[]rules.Slot{3}, []int{7}, true},
		{[]rules.Slot{3}, []int{6}, false}, // it was not shuffled
		{[]rules.Slot{3}, []int{9}, false},
		{[]rules.Slot{0, 3}, []int{7, 7}, true}, // of two stacks
		{[]rules.Slot{0, 3, 4}, []int{7, 8, 8}, false},
	} {
		if h.possible(c.slots, c.faces) != c.ok {
			t.Errorf("%d: slots %v show %v: %v", i, c.slots, c.faces, !c.ok)
		}
	}
	// Where every slot of the stack is open, -1 is at none of them.
	one := Hand{slots: []slot{{stack: &stack{size: 1}, face: -1}}}
	if one.possible([]rules.Slot{0}, []int{-1}) {
		t.Error("no face at all")
	}
}
