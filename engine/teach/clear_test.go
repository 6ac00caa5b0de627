package teach

import (
	"testing"

	"fives/engine/search"
)

// TestClear: a move is called better only if it gains at least a point, surely, more than worlds promise too
// much, and in most of the worlds that tell the moves apart, which are half of all at least.
func TestClear(t *testing.T) {
	for name, c := range map[string]struct {
		duel   search.Duel
		margin int
		want   bool
	}{
		"a coin toss":            {search.Duel{Gain: 900, Error: 100, Worlds: 100, Better: 52, Worse: 48}, 0, false},
		"more often":             {search.Duel{Gain: 900, Error: 100, Worlds: 100, Better: 60, Worse: 40}, 0, false},
		"mostly":                 {search.Duel{Gain: 900, Error: 100, Worlds: 100, Better: 70, Worse: 25}, 0, true},
		"mostly, or even":        {search.Duel{Gain: 4060, Error: 70, Worlds: 1000, Better: 645}, 0, true},
		"or even, barely":        {search.Duel{Gain: 550, Error: 10, Worlds: 100, Better: 36, Worse: 14}, 0, true},
		"or even, more often":    {search.Duel{Gain: 550, Error: 10, Worlds: 100, Better: 34, Worse: 16}, 0, false},
		"mostly even":            {search.Duel{Gain: 550, Error: 10, Worlds: 100, Better: 49}, 0, false},
		"promised too much":      {search.Duel{Gain: 900, Error: 100, Worlds: 100, Better: 90, Worse: 10}, 900, false},
		"seldom, but never less": {search.Duel{Gain: 150, Error: 40, Worlds: 100, Better: 8}, 0, false},
		"not surely":             {search.Duel{Gain: 900, Error: 450, Worlds: 100, Better: 80, Worse: 20}, 0, false},
		"in one world":           {search.Duel{Gain: 900, Worlds: 1, Better: 1}, 0, false},
		"in too few worlds":      {search.Duel{Gain: 900, Worlds: search.Enough - 1, Better: search.Enough - 1}, 0, false},
		"in enough worlds":       {search.Duel{Gain: 900, Worlds: search.Enough, Better: search.Enough}, 0, true},
		"too little":             {search.Duel{Gain: 99, Error: 1, Worlds: 100, Better: 100}, 0, false},
	} {
		if got := clear(c.duel, c.margin); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
