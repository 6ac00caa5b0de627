package furiousfive

import (
	"testing"

	"fives/engine/card"
)

func TestRanksOfAHand(t *testing.T) {
	h := ranks(0)
	for _, c := range []card.Rank{7, card.King, card.Ace, 7, 3} {
		h = h.with(c)
	}
	if h != 0x1377d || h.total() != 31 {
		t.Errorf("%x with %d points", uint32(h), h.total())
	}
	for _, c := range []struct {
		less card.Rank
		want ranks
	}{{card.King, 0x1377}, {7, 0x137d}, {card.Ace, 0x377d}} {
		if got := h.less(c.less); got != c.want {
			t.Errorf("without %d: %x", c.less, uint32(got))
		}
	}
}
