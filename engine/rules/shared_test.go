package rules_test

import (
	"slices"
	"testing"

	"fives/engine/rules"
)

// TestLapsLeft: how many turns are left until the cap is said when it comes near, and the turn that
// runs is one of them.
func TestLapsLeft(t *testing.T) {
	for _, c := range []struct {
		lap, most int
		want      string
	}{{1, 100, ""}, {90, 100, ""}, {91, 100, "10 turns"}, {100, 100, "1 turn"}, {1, 2, "2 turns"}} {
		var want []rules.Fact
		if c.want != "" {
			want = []rules.Fact{{Label: "void in", Value: c.want}}
		}
		if got := rules.LapsLeft("void in", c.lap, c.most); !slices.Equal(got, want) {
			t.Errorf("lap %d of %d: %v, want %v", c.lap, c.most, got, want)
		}
	}
}
