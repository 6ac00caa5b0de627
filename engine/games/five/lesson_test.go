package five_test

import (
	"math"
	"testing"

	"fives/engine/card"
	"fives/engine/games/five"
	"fives/engine/gametest"
)

// TestLessonNumbers compares the numbers of the lesson with rule 1, the settlement and
// the cards that the learner has not seen.
func TestLessonNumbers(t *testing.T) {
	const penalty = 50 // rule 11
	game, err := five.Rules.Validate(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	unseen := func(m gametest.LessonStep) []card.Card { return m.Unseen(0, card.French()) }
	mine := func(m gametest.LessonStep) int { return total(m.Hand(0)...) }
	// pairs is the number of unseen cards that pair with a kept one, and of all unseen cards.
	pairs := func(m gametest.LessonStep) []int {
		n := 0
		for _, u := range unseen(m) {
			kept, same := true, false
			for _, c := range m.Hand(0) {
				same = same || c.Rank == u.Rank
			}
			for _, c := range m.Move[:2] {
				kept = kept && c.Rank != u.Rank
			}
			if same && kept {
				n++
			}
		}
		return []int{n, len(unseen(m))}
	}
	// lower is the learner's points, and in how many of 100 cases five unseen cards count as
	// many or fewer.
	lower := func(m gametest.LessonStep) []int { return []int{mine(m), atMost(mine(m), unseen(m)), 100} }
	average := func(m gametest.LessonStep) float64 {
		return math.Round(float64(total(unseen(m)...)) / float64(len(unseen(m))))
	}
	var (
		king  = card.Card{Rank: card.King}
		seven = card.Card{Rank: 7}
	)
	gametest.Numbers(t, five.Rules, gametest.Facts{
		0: {"explain end": func(m gametest.LessonStep) []any { return []any{0, penalty} }},
		1: {
			"say":                     func(m gametest.LessonStep) []any { return []any{mine(m), total(king)} },
			"explain end":             func(m gametest.LessonStep) []any { return []any{lower(m), penalty} },
			"explain drop 7h 7s draw": func(m gametest.LessonStep) []any { return []any{pairs(m)} },
			"explain drop Kd take":    func(gametest.LessonStep) []any { return []any{total(king), total(seven, seven)} },
		},
		3: {
			"say":                     func(gametest.LessonStep) []any { return []any{total(king, king)} },
			"explain end":             func(m gametest.LessonStep) []any { return []any{lower(m), penalty} },
			"explain drop 8s 8c draw": func(m gametest.LessonStep) []any { return []any{pairs(m)} },
		},
		5: {
			"say":                     func(m gametest.LessonStep) []any { return []any{total(m.Move...), average(m)} },
			"explain end":             func(m gametest.LessonStep) []any { return []any{lower(m), penalty} },
			"explain drop Kd Kh take": func(m gametest.LessonStep) []any { return []any{average(m)} },
		},
		7: {"say": func(m gametest.LessonStep) []any {
			return []any{mine(m), mine(m), atMost(mine(m), unseen(m)) + 1, 100} // "less than"
		}},
		8: {"closing": func(m gametest.LessonStep) []any {
			ana, ben := total(m.Ended.Looks[0]...), total(m.Ended.Looks[1]...)
			return []any{ana, ben, m.Ended.Points()[1], ana, penalty, 15, game.Int("limit")}
		}},
	})
}

// total is the points of cards (RULES 1).
func total(cards ...card.Card) (points int) {
	for _, c := range cards {
		points += min(int(c.Rank), 10)
	}
	return points
}

// atMost is the chance, in percent, that five of the cards count at most so many points.
func atMost(most int, cards []card.Card) int {
	var ways [6][61]float64 // by number of cards and by points
	ways[0][0] = 1
	for _, c := range cards {
		for n := 5; n > 0; n-- {
			for points := 60; points >= total(c); points-- {
				ways[n][points] += ways[n-1][points-total(c)]
			}
		}
	}
	all, few := 0.0, 0.0
	for points, w := range ways[5] {
		all += w
		if points <= most {
			few += w
		}
	}
	return int(math.Round(100 * few / all))
}
