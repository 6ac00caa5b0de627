package allfives_test

import (
	"strconv"
	"testing"

	"fives/engine/card"
	"fives/engine/games/allfives"
	"fives/engine/games/suite"
)

// TestLessonNumbers compares the numbers of the lesson with rule 2.2 and the deal.
func TestLessonNumbers(t *testing.T) {
	values := suite.NumbersIn(suite.RulesOf(allfives.Rules.Rules)["2.2"])
	ranks := map[card.Rank]string{}
	for i, r := range []card.Rank{card.Ace, card.King, card.Queen, card.Jack, 10, 5} {
		ranks[r] = values[i]
	}
	worth := func(cards ...card.Card) (points int) {
		for _, c := range cards {
			if c.Suit == card.Clubs { // the trumps of this lesson
				points += number(t, ranks[c.Rank])
			}
		}
		return points
	}
	ten, five := card.Card{Rank: 10, Suit: card.Clubs}, card.Card{Rank: 5, Suit: card.Clubs}
	o, err := allfives.Rules.Validate(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	// scored is the learner's points for the trick.
	scored := func(m suite.LessonStep) int {
		return m.After.Position().Status().Scores[0] - m.Before.Position().Status().Scores[0]
	}
	suite.Numbers(t, allfives.Rules, suite.Facts{
		1: {"say": func(m suite.LessonStep) []any {
			return []any{values, worth(m.Hand(0)...), worth(card.French()...)}
		}},
		7: {
			"say":              func(m suite.LessonStep) []any { return []any{scored(m)} },
			"explain play 5c":  func(suite.LessonStep) []any { return []any{worth(five), worth(ten)} },
			"explain play 10c": func(m suite.LessonStep) []any { return []any{scored(m)} },
		},
		8: {"say": func(suite.LessonStep) []any { return []any{worth(five)} }},
		9: {"closing": func(suite.LessonStep) []any { return []any{o.Int("target")} }},
	})
}

func number(t *testing.T, text string) int {
	t.Helper()
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
