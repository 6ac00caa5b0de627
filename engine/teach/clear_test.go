package teach

import (
	"testing"

	"fives/engine/search"
)

// TestClear: a move is called better only if it gains at least a point, surely, and is more than the
// other side of a coin, whatever the average says.
func TestClear(t *testing.T) {
	for name, c := range map[string]struct {
		duel search.Duel
		want bool
	}{
		"a coin toss":            {search.Duel{Gain: 900, Error: 100, Worlds: 100, Better: 52, Worse: 48}, false},
		"more often":             {search.Duel{Gain: 900, Error: 100, Worlds: 100, Better: 60, Worse: 40}, true},
		"seldom, but never less": {search.Duel{Gain: 150, Error: 40, Worlds: 100, Better: 8}, true},
		"not surely":             {search.Duel{Gain: 900, Error: 450, Worlds: 100, Better: 60, Worse: 40}, false},
		"too little":             {search.Duel{Gain: 99, Error: 1, Worlds: 100, Better: 100}, false},
	} {
		if got := clear(c.duel); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
