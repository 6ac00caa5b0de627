package fivethreefive

import (
	"fmt"
	"testing"

	"fives/engine/card"
)

// RULES 17 and 18: the cards that are left, by cost.
func TestItems(t *testing.T) {
	o := options{points: []int{1, 1, 1, 1, 0, 2, 4, 2, 3, 3, 3, 3, 3}}
	for want, ranks := range map[string][]card.Rank{
		"no card left  0 (17);": nil,
		"left, costing 0 each 5 0 (18);left, costing 1 each 1 4 4 3 (18);left, costing 2 each 7 9 4 (18);left, costing 3 each 15 3 (18);left, costing 4 each 8 4 (18);": {8, 4, 15, 9, 5, 1, 4, 7},
	} {
		got := ""
		for _, i := range o.items(plain(ranks)) {
			got += fmt.Sprintf("%s %s %d (%s);", i.What, card.Join(i.Cards), i.Points, i.Rule)
		}
		if got != want {
			t.Errorf("%v: %s, expected %s", ranks, got, want)
		}
	}
}
