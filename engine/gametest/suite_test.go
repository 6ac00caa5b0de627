package gametest

import (
	"slices"
	"testing"

	"fives/engine/rules"
)

// Successive turns take each number of seats once, whatever the offset; All takes all at once.
func TestTurns(t *testing.T) {
	rs := &rules.RuleSet{MinSeats: 2, MaxSeats: 6}
	all := []int{2, 3, 4, 5, 6}
	for offset := range 4 {
		var got []int
		for turn := 1_750_000_000; turn < 1_750_000_005; turn++ {
			got = append(got, (&suite{rs: rs, turn: turn}).seats(offset)...)
		}
		if slices.Sort(got); !slices.Equal(got, all) {
			t.Errorf("five turns take %v, want %v", got, all)
		}
		if got := (&suite{rs: rs, turn: All}).seats(offset); !slices.Equal(got, all) {
			t.Errorf("all are %v, want %v", got, all)
		}
	}
}
