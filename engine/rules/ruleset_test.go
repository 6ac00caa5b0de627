package rules

import "testing"

func TestTell(t *testing.T) {
	rs := &RuleSet{Verbs: map[string]string{"drop": "drops", "take": "takes the top card", "end": "ends the hand"}}
	for move, want := range map[string]string{
		"drop 7h 7s take": "dropped 7h 7s and took the top card",
		"end":             "ended the hand",
		"9c":              "9c",
		"":                "",
	} {
		if got := rs.Tell(move).String(); got != want {
			t.Errorf("%q is told as %q, not %q", move, got, want)
		}
	}
}

// TestLaterOption: a record names an option that has been added later only where it has not
// its default, and every other option always.
func TestLaterOption(t *testing.T) {
	rs := &RuleSet{Name: "game", MinSeats: 2, MaxSeats: 2, Schema: Schema{
		{Name: "limit", Kind: Int, Min: 1, Max: 9, Default: 5},
		{Name: "hands", Kind: Int, Min: 1, Max: 9, Default: 7, Later: true},
	}}
	for _, c := range []struct {
		written Options
		hands   int // 0 where it is refused
	}{
		{Options{"limit": 5}, 7},
		{Options{"limit": 5, "hands": 3}, 3},
		{Options{"limit": 5, "hands": 7}, 0},
		{Options{"hands": 7}, 0},
		{Options{"hands": 3}, 0},
		{Options{}, 0},
		{Options{"limit": 5, "more": 1}, 0},
	} {
		o, err := rs.Read(2, c.written)
		if c.hands == 0 {
			if err == nil {
				t.Errorf("%v is read as %v", c.written, o)
			}
			continue
		}
		if err != nil || o.Int("hands") != c.hands || len(o) != 2 {
			t.Errorf("%v is read as %v, %v", c.written, o, err)
		}
		if w := rs.Written(o); len(w) != len(c.written) || w["hands"] != c.written["hands"] || w["limit"] != 5 {
			t.Errorf("%v is written as %v", c.written, w)
		}
	}
}
