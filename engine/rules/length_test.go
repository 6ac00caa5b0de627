package rules_test

import (
	"testing"

	"fives/engine/rules"
)

// The option that ends a game says how long it is at its default; no other does.
func TestExplain(t *testing.T) {
	rs := &rules.RuleSet{
		Schema: rules.Schema{{Name: "cap", Kind: rules.Int, Default: 9, Meaning: "a cap"}, {Name: "end", Kind: rules.Int, Default: 20, Meaning: "the end", Main: true}},
		Lasts:  "# end, seats, hands, moves\n10 2 5 20\n20 2 10 63\n20 4 11 90\n20 6 12 177\n",
	}
	if got := rs.Explain(rs.Schema[1]); got != "the end; 20: about 10 hands, 16 min at 2 seats; 12 hands, 45 min at 6" {
		t.Error(got)
	}
	if got := rs.Explain(rs.Schema[0]); got != "a cap" {
		t.Error(got)
	}
	if got := rs.Duration(); got != "about 16 min at 2 seats; 45 min at 6" {
		t.Error(got)
	}
	rs.Lasts = ""
	if got := rs.Explain(rs.Schema[1]); got != "the end" || rs.Duration() != "" {
		t.Error(got)
	}
}
