package furiousfive

import (
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
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

// Worlds do not tell whether a lone card goes while a dearer lone one stays, unless the other turn drops the same.
func TestKeepsDearer(t *testing.T) {
	g, err := bare.New(Rules, 2, nil, bare.Random(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		hand, move, other string
		told              bool
	}{
		{"3c 9c 8s Jd Kc", "drop 3c draw", "drop Kc draw", false},
		{"3c 9c 8s Jd Kc", "drop Jd draw", "drop Kc draw", false},
		{"3c 9c 8s Jd Kc", "drop Kc draw", "drop 3c draw", true},
		{"3c 9c 8s Jd Kc", "drop 3c draw", "drop 3c take 4h", true},
		{"3c Kd Ks Kc 4s", "drop 4s draw", "drop Kd Ks Kc draw", true}, // the kings make a set
		{"3c Qd Js 10c 4s", "drop 4s draw", "drop 3c draw", true},      // a straight
		{"9d 4s Js 6s", "drop 4s take Jh", "drop 6s draw", false},      // 9d stays alone
		{"4s Js 2h", "drop 4s take Jh", "drop Js draw", true},          // with the jack that it takes, Js makes a pair
		{"3h 4d", "call", "drop 4d draw", true},
		{"5c 6c Qc Qd", "drop Qc Qd draw", "drop 6c draw", true},
	} {
		p := g.Position().(*position)
		own := make(rules.Observation, 52)
		hand, err := card.ParseAll(strings.Fields(c.hand))
		if err != nil {
			t.Fatal(err)
		}
		next := *p
		next.hands = slices.Clone(p.hands)
		next.hands[0] = next.hands[0][:len(hand)]
		for i, x := range next.hands[0] {
			own[x] = hand[i]
		}
		if _, told := next.Margin(0, own, c.move, c.other); told != c.told {
			t.Errorf("%s: whether to %q or to %q is told: %t", c.hand, c.move, c.other, told)
		}
	}
}
