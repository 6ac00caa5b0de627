package rules_test

import (
	"fmt"
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
	rs.Quick = 10
	if got := rs.Explain(rs.Schema[1]); got != "the end; 20: about 10 hands, 16 min at 2 seats; 12 hands, 45 min at 6; quick, 10: about 5 min at 2 seats" {
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

// A length that was not measured is in proportion to those that were: of values, from nothing
// on, and of seats.
func TestLasting(t *testing.T) {
	rs := &rules.RuleSet{
		Schema: rules.Schema{{Name: "end", Kind: rules.Int, Max: 100, Default: 20, Main: true}},
		Quick:  5,
		Lasts:  "10 2 5 20\n10 4 5 40\n20 2 10 60\n20 4 10 100\n20 6 14 180\n",
	}
	for _, c := range []struct{ value, seats, hands, moves int }{
		{10, 2, 5, 20}, {10, 3, 5, 30}, {20, 5, 12, 140}, {5, 2, 2, 10}, {15, 4, 7, 70}, {40, 2, 20, 140}, {20, 8, 18, 260},
	} {
		if l, ok := rs.Lasting(c.value, c.seats); !ok || l != (rules.Length{Value: c.value, Seats: c.seats, Hands: c.hands, Moves: c.moves}) {
			t.Errorf("%d at %d: %+v, %t", c.value, c.seats, l, ok)
		}
	}
	for _, value := range []any{10, 10.0} { // as a program has it, and as JSON
		if n := rs.Minutes(map[string]any{"end": value}, 4, 15); n != 10 {
			t.Errorf("40 moves at 15 s take %d minutes", n)
		}
	}
	if n := rs.Minutes(map[string]any{"end": 10}, 1, 15); n != 0 {
		t.Errorf("nobody knows how long a game of one takes, not %d minutes", n)
	}
	if _, ok := rs.Lasting(10, 1); ok {
		t.Error("a game of one was not measured")
	}
	if got := fmt.Sprint(rs.Presets()); got != "[{Quick 5} {Usual 20} {An evening 40}]" {
		t.Error(got)
	}
	rs.Schema[0].Max = 20
	if got := fmt.Sprint(rs.Presets()); got != "[{Quick 5} {An evening 20}]" {
		t.Error(got)
	}
	rs.Lasts = ""
	if _, ok := rs.Lasting(10, 2); ok {
		t.Error("nothing was measured")
	}
}
