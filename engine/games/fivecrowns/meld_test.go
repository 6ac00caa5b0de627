package fivecrowns

import (
	"errors"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
)

func TestLegalMeld(t *testing.T) {
	for _, c := range []struct {
		meld  string
		wild  card.Rank
		legal bool
		why   string
	}{
		{"7c 7d 7h", 3, true, "§3.1 three of a rank"},
		{"7c 7c 7c 7c 7d 7d 7h 7h 7s 7s 7t 7t 7d 7h", 3, true, "§3.1 any number, equal cards too"},
		{"7c 7d", 3, false, "§3.1 at least three"},
		{"Jk Jk", 3, false, "§3.5 at least three, wild ones too"},
		{"7c 8c 9c", 3, true, "§3.2 a run"},
		{"9c 7c 8c", 3, true, "§3.4 in any order"},
		{"7c 8c 9d", 3, false, "§3.2 one suit"},
		{"7c 8c 8c 9c", 3, false, "§3.2 no rank twice"},
		{"7c 8c 8c 9c Jk", 3, false, "§3.2 no rank twice, with a joker neither"},
		{"Qc Kc 3c", 4, false, "§3.2 no corner"},
		{"Qc Kc Jk", 4, true, "§3.3 the joker is the jack"},
		{"3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc", 5, true, "§3.2 eleven cards"},
		{"3c 4c 6c 7c 8c 9c 10c Jc Qc Kc Jk Jk", 5, false, "§3.2 twelve are too many"},
		{"3h 3h 4h", 3, true, "§3.3 a wild card as itself, another replaces"},
		{"5c Jk Jk 9c", 3, false, "§3.3 three places between, two wild cards"},
		{"5c Jk Jk Jk 9c", 3, true, "§3.3 side by side"},
		{"5c Jk 3d Jk Kd", 3, false, "§3.3 wild cards replace neither suit nor natural cards"},
		{"5c Jk 3d Jk 3h Jk 3s Jk Jk Jk 3t 3c", 3, true, "§3.1 one natural card: a book of twelve"},
		{"4c 5c Jk Jk Jk Jk Jk Jk Jk Jk Jk Jk", 3, false, "§3.2 as a run too long, no book"},
		{"3c 3d Jk Jk 3h 3s 3t 3c 3d 3h 3s 3t", 3, true, "§3.5 a book of any size"},
	} {
		if got := legalMeld(cards(t, strings.Fields(c.meld)...), c.wild); got != c.legal {
			t.Errorf("%s with %s wild: legal %v, want %v: %s", c.meld, c.wild, got, c.legal, c.why)
		}
	}
}

func TestPoints(t *testing.T) {
	hand := cards(t, "3c", "10d", "Jh", "Qs", "Kt", "Jk")
	for wild, want := range map[card.Rank]int{3: 20 + 10 + 11 + 12 + 13 + 50, 4: 3 + 10 + 11 + 12 + 13 + 50, card.King: 3 + 10 + 11 + 12 + 20 + 50} {
		if got := total(hand, wild); got != want {
			t.Errorf("with %s wild: %d points, want %d", wild, got, want)
		}
	}
}

// Several cards are refused with the rule, not with the notation.
func TestOneCardIsDiscarded(t *testing.T) {
	_, err := read("discard 3c 8s Kd")
	if !errors.Is(err, rules.ErrIllegal) || !strings.Contains(err.Error(), "one card on the discard pile, not with 3") {
		t.Error(err)
	}
}

// While the card of a draw is still being opened, nobody sees the one that the seat drew
// before as that of this turn.
func TestNoGainWhileDrawing(t *testing.T) {
	p := &position{seats: 2, seat: 1, stock: []rules.Slot{4}}
	p.gains = p.gains.With(2, 0, "takes", 3).With(2, 1, "draws", 1)
	p.draw()
	if p.gains[0].Verb != "takes" || p.gains[1].Verb != "" {
		t.Errorf("the gains are %v", p.gains)
	}
}
