package furiousfive

import (
	"fmt"
	"strings"
	"testing"
)

// RULES 7.2 and 8: the lines of the score sheets.
func TestSheets(t *testing.T) {
	for _, c := range []struct {
		totals []int
		caller int
		split  bool
		want   string
	}{
		{[]int{3, 9, 5}, 0, false, "0: called with 3, the lowest 0 (8.1); the difference from [1] 6 (8.1); the difference from [2] 2 (8.1)\n" +
			"1: 9 points in hand, the difference to [0] -6 (8.1)\n2: 5 points in hand, the difference to [0] -2 (8.1)\n"},
		{[]int{7, 4, 3}, 1, false, "0: 7 points in hand, not the lowest 0 (8.2)\n" +
			"1: called with 4, not the lowest 0 (8.2); own distance from the lowest -1 (8.2); for the distance of [0] -4 (8.2)\n" +
			"2: lowest with 3, paid by [1] 5 (8.2)\n"},
		{[]int{2, 9, 4, 2}, 2, false, "0: lowest with 2, but not the first 0 (8.2)\n1: 9 points in hand, not the lowest 0 (8.2)\n" +
			"2: called with 4, not the lowest 0 (8.2); own distance from the lowest -2 (8.2); for the distance of [1] -7 (8.2)\n" +
			"3: lowest with 2, paid by [2] 9 (8.2)\n"},
		{[]int{2, 9, 4, 2}, 2, true, "0: lowest with 2, a share from [2] 4 (8.3)\n1: 9 points in hand, not the lowest 0 (8.2)\n" +
			"2: called with 4, not the lowest 0 (8.2); own distance from the lowest -2 (8.2); for the distance of [1] -7 (8.2)\n" +
			"3: lowest with 2, a share from [2] 4 (8.3); an odd chip from [2] 1 (8.3)\n"},
		{[]int{4, 4}, 1, false, "0: lowest with 4, paid by [1] 0 (8.2)\n1: called with 4, which is a tie 0 (8.2)\n"},
		{[]int{4, 4}, -1, false, "0: nobody called 0 (7.2)\n1: nobody called 0 (7.2)\n"},
	} {
		got := ""
		for s, items := range sheets(c.totals, c.caller, c.split) {
			var lines []string
			for _, i := range items {
				about := ""
				if i.Seats != nil {
					about = fmt.Sprint(" ", i.Seats)
				}
				lines = append(lines, fmt.Sprintf("%s%s %d (%s)", i.What, about, i.Points, i.Rule))
			}
			got += fmt.Sprintf("%d: %s\n", s, strings.Join(lines, "; "))
		}
		if got != c.want {
			t.Errorf("call of seat %d with %v (split %t):\n%s\nexpected\n%s", c.caller, c.totals, c.split, got, c.want)
		}
	}
}
