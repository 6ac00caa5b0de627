package five

import (
	"fmt"
	"testing"

	"fives/engine/rules"
)

// RULES 10, 11 and 13: the line on each score sheet.
func TestItems(t *testing.T) {
	for _, c := range []struct {
		ender  int
		totals map[int]int
		want   string // seat 0 to 2
	}{
		{0, map[int]int{0: 5, 1: 6, 2: 30}, "ended with 5, the lowest 0 (10)|cards left 6 (10)|cards left 30 (10)"},
		{1, map[int]int{0: 7, 1: 9, 2: 9}, "lowest with 7 0 (11)|ended with 9, not the lowest 50 (11)|cards left 9 (11)"},
		{2, map[int]int{0: 8, 1: 12, 2: 8}, "lowest with 8, a tie with [2] 0 (11)|cards left 12 (11)|ended with 8, which is a tie 50 (11)"},
		{rules.None, map[int]int{0: 8, 1: 12, 2: 8}, "nobody ended the hand 0 (13)|nobody ended the hand 0 (13)|nobody ended the hand 0 (13)"},
	} {
		got := ""
		for seat := range len(c.totals) {
			i := count{ender: c.ender, totals: c.totals}.item(seat)
			if seat > 0 {
				got += "|"
			}
			got += i.What
			if i.Seats != nil {
				got += fmt.Sprint(" ", i.Seats)
			}
			got += fmt.Sprintf(" %d (%s)", i.Points, i.Rule)
		}
		if got != c.want {
			t.Errorf("seat %d ends with %v:\n%s\n%s", c.ender, c.totals, got, c.want)
		}
	}
}
