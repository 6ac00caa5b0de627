package gametest

import (
	"strings"
	"testing"

	"fives/engine/games/five"
	"fives/engine/lesson"
)

// Sentences about the rules, and steps that show a situation, cite an existing rule.
func TestUncited(t *testing.T) {
	for say, want := range map[string]string{
		"You may end the hand at the start of your turn (rule 9).": "",
		"You may end the hand. Rule 9 says so (rule 9).":           "names no rule: You may end",
		"It is your turn.":                          `shows "the end" and names no rule`,
		"It costs 50 (rules 11 and 99).":            "there is no rule 99",
		"It is lower, most of the time (rule 9.1).": "there is no rule 9.1",
	} {
		rs := *five.Rules
		rs.Lesson = `{"about": "A hand.", "players": ["ana", "ben"], "promises": ["the end"], "steps": [
			{"seat": "ana", "move": "end", "shows": "the end", "say": "` + say + `"}], "closing": "That was all."}`
		l, err := lesson.Of(&rs)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(uncited(l, RulesOf(rs.Rules)), "\n"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", say, got)
		}
	}
}
