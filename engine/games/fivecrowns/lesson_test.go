package fivecrowns_test

import (
	"testing"

	"fives/engine/card"
	"fives/engine/games/fivecrowns"
	"fives/engine/games/suite"
)

// TestLessonNumbers compares the numbers of the lesson with rule 1.3 and the settlement.
func TestLessonNumbers(t *testing.T) {
	named := suite.NumbersIn(suite.RulesOf(fivecrowns.Rules.Rules)["1.3"])
	jack, queen, king, joker, wild := named[0], named[1], named[2], named[3], named[4]
	if jack != "11" {
		t.Fatalf("rule 1.3 begins with %s", jack)
	}
	const five = card.Rank(5)

	suite.Numbers(t, fivecrowns.Rules, suite.Facts{
		2: {
			"say":                func(suite.LessonStep) []any { return []any{king, queen} },
			"explain discard Kc": func(suite.LessonStep) []any { return []any{king} },
		},
		6: {
			"explain discard 5t": func(suite.LessonStep) []any { return []any{queen, five} },
			"explain discard Qs": func(suite.LessonStep) []any { return []any{queen} },
		},
		13: {"closing": func(m suite.LessonStep) []any {
			return []any{m.Ended.Points()[0], m.Ended.Points()[1], wild, joker}
		}},
	})
}
