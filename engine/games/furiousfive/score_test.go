package furiousfive

import (
	"slices"
	"testing"

	"fives/engine/rules"
)

// RULES 8, with its examples.
func TestPayments(t *testing.T) {
	for _, c := range []struct {
		totals []int
		caller int
		split  bool
		points []int
	}{
		{[]int{3, 9, 10, 7}, 0, false, []int{17, -6, -7, -4}},
		{[]int{10, 7, 3, 9}, 2, false, []int{-7, -4, 17, -6}},
		{[]int{4, 3, 7, 9}, 0, false, []int{-11, 11, 0, 0}},
		{[]int{5, 3, 7, 9}, 0, false, []int{-12, 12, 0, 0}},
		{[]int{4, 4, 8}, 0, false, []int{-4, 4, 0}},
		{[]int{6, 5, 9, 9}, 0, false, []int{-9, 9, 0, 0}},
		{[]int{2, 9, 4, 2}, 2, false, []int{0, 0, -9, 9}}, // clockwise from the caller, not from seat 0
		{[]int{2, 9, 4, 2}, 2, true, []int{4, 0, -9, 5}},
		{[]int{4, 2, 2, 2, 9}, 0, true, []int{-9, 3, 3, 3, 0}},
		{[]int{3, 2, 2, 2, 9}, 0, true, []int{-8, 3, 3, 2, 0}},
		{[]int{4, 2, 9}, 0, true, []int{-9, 9, 0}},
		{[]int{4, 4}, 1, true, []int{0, 0}},
	} {
		got := payments(c.totals, c.caller, c.split)
		if !slices.Equal(got, c.points) {
			t.Errorf("call of seat %d with %v (split %t): %v, expected %v", c.caller, c.totals, c.split, got, c.points)
		}
		for s, items := range sheets(c.totals, c.caller, c.split) {
			if rules.Sum(items) != c.points[s] {
				t.Errorf("call of seat %d with %v (split %t): the sheet of seat %d adds up to %d: %+v", c.caller, c.totals, c.split, s, rules.Sum(items), items)
			}
		}
	}
}
