package allfives

import (
	"slices"
	"strings"
	"testing"

	"fives/engine/card"
)

// RULES 11.2: the order in which the stand-in plays.
func TestStandInOrder(t *testing.T) {
	want := "2c 2d 2s 9c 9s Kd Ac 2h 5h Ah"
	cards, err := card.ParseAll(strings.Fields("Ah 9s 5h 2s Ac 2d 9c Kd 2h 2c"))
	if err != nil {
		t.Fatal(err)
	}
	p := &position{trump: card.Hearts}
	if got := card.Join(slices.SortedFunc(slices.Values(cards), p.byStrength)); got != want {
		t.Errorf("it plays %s, not %s", got, want)
	}
}
