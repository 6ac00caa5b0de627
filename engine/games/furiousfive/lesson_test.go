package furiousfive_test

import (
	"math"
	"slices"
	"testing"

	"fives/engine/card"
	"fives/engine/games/furiousfive"
	"fives/engine/gametest"
)

// TestLessonNumbers compares the numbers of the lesson with rules 2.1, 8.1 and 8.2 and
// the cards that the learner can see.
func TestLessonNumbers(t *testing.T) {
	sum := func(cards ...card.Card) (points int) {
		for _, c := range cards {
			points += int(c.Rank)
		}
		return points
	}
	king, three, ace := card.Card{Rank: card.King}, card.Card{Rank: 3}, card.Card{Rank: card.Ace}
	const caller = 4
	others := []int{3, 7, 9} // the example of rule 8.2
	low := slices.Min(others)
	failed := []int{caller - low, others[1] - low, others[2] - low}

	gametest.Numbers(t, furiousfive.Rules, gametest.Facts{
		1: {"say": func(m gametest.LessonStep) []any { return []any{sum(m.Hand(0)...), sum(king)} }},
		3: {"explain drop 5d 5s take *": func(m gametest.LessonStep) []any {
			unseen := m.Unseen(0, card.French())
			return []any{8, math.Round(float64(sum(unseen...)) / float64(len(unseen)))}
		}},
		5: {
			"say":               func(gametest.LessonStep) []any { return []any{sum(ace, three)} },
			"explain drop Ac *": func(gametest.LessonStep) []any { return []any{sum(king)} },
			"explain drop Kd draw": func(m gametest.LessonStep) []any {
				unseen := m.Unseen(0, card.French())
				dearer := slices.DeleteFunc(slices.Clone(unseen), func(c card.Card) bool { return sum(c) <= sum(three) })
				return []any{len(dearer), len(unseen), sum(three)}
			},
			"explain drop Kd take *": func(gametest.LessonStep) []any { return []any{sum(ace, three)} },
		},
		7: {"say": func(m gametest.LessonStep) []any { return []any{sum(m.Hand(0)...)} }},
		8: {"closing": func(m gametest.LessonStep) []any {
			mine, his := sum(m.Ended.Looks[0]...), sum(m.Ended.Looks[1]...)
			return []any{mine, his, m.Ended.Points()[0], caller, others, failed, failed[0] + failed[1] + failed[2]}
		}},
	})
}
