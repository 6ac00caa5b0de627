package rules_test

import (
	"testing"

	"fives/engine/rules"
)

func TestPoints(t *testing.T) {
	for n, want := range map[int]string{0: "0 points", 1: "1 point", 4: "4 points"} {
		if got := rules.Points(n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
