package rules

import "testing"

func TestTell(t *testing.T) {
	rs := &RuleSet{Verbs: map[string]string{"drop": "drops", "take": "takes the top card", "end": "ends the hand"}}
	for move, want := range map[string]string{
		"drop 7h 7s take": "drops 7h 7s and takes the top card",
		"end":             "ends the hand",
		"9c":              "9c",
		"":                "",
	} {
		if got := rs.Tell(move).String(); got != want {
			t.Errorf("%q is told as %q, not %q", move, got, want)
		}
	}
}
