package fivethreefive_test

import (
	"encoding/json"
	"slices"
	"testing"

	"fives/engine/card"
	"fives/engine/games/fivethreefive"
	"fives/engine/gametest"
)

// TestLessonNumbers compares the numbers of the lesson, cards among them, with the moves,
// the tricks and the learner's hand.
func TestLessonNumbers(t *testing.T) {
	o, err := fivethreefive.Rules.Validate(3, nil)
	if err != nil {
		t.Fatal(err)
	}
	move := func(m gametest.LessonStep) []any { return []any{m.Move} }
	// trick is the trick before the step, and joined the trick with the move added.
	trick := func(m gametest.LessonStep) []card.Card { return lying(t, m.Key("trick")) }
	joined := func(m gametest.LessonStep) []card.Card { return ascending(append(trick(m), m.Move...)) }
	// kept is the learner's hand after the move.
	kept := func(m gametest.LessonStep) []card.Card {
		hand := m.Hand(0)
		for _, c := range m.Move {
			i := slices.Index(hand, c)
			hand = slices.Delete(hand, i, i+1)
		}
		return ascending(hand)
	}
	lowest := func(m gametest.LessonStep) []card.Card { return ascending(m.Hand(0))[:2] }

	gametest.Numbers(t, fivethreefive.Rules, gametest.Facts{
		1: {
			"say":              func(m gametest.LessonStep) []any { return []any{m.Move, lowest(m)} },
			"explain lead 7 8": func(m gametest.LessonStep) []any { return []any{lowest(m)} },
		},
		4: {"say": move},
		5: {"say": func(m gametest.LessonStep) []any { return []any{joined(m)} }},
		7: {
			"say":           func(m gametest.LessonStep) []any { return []any{trick(m), m.Move} },
			"explain add 5": func(m gametest.LessonStep) []any { return []any{joined(m)} },
		},
		8: {"explain lead 7 8 9": func(gametest.LessonStep) []any {
			all := fivethreefive.Rules.Deck(3, o).Cards
			gap := slices.IndexFunc(all, func(c card.Card) bool { return c.Rank > all[0].Rank+4 })
			return []any{all[0], all[gap-1]} // the lowest numbers in a row
		}},
		16: {"say": func(m gametest.LessonStep) []any { return []any{trick(m)} }},
		19: {
			"say":            func(m gametest.LessonStep) []any { return []any{m.Move, kept(m)} },
			"explain over 8": func(m gametest.LessonStep) []any { return []any{kept(m)[0], kept(m)[2]} },
			"explain over *": func(m gametest.LessonStep) []any { return []any{kept(m)} },
		},
		22: {"say": func(m gametest.LessonStep) []any { return []any{trick(m)[0]} }},
		25: {
			"say":           func(m gametest.LessonStep) []any { return []any{trick(m), m.Move} },
			"explain add 7": func(m gametest.LessonStep) []any { return []any{ascending(append(trick(m), m.Move[0]))} },
		},
		27: {"closing": func(m gametest.LessonStep) []any {
			points := m.Ended.Points()
			costs := map[int][]card.Card{}
			for i, n := range fivethreefive.Rules.Deck(3, o).Cards {
				if i%4 == 0 {
					cost := o.Ints("points")[i/4]
					costs[cost] = append(costs[cost], n)
				}
			}
			one, two, three := costs[1], costs[2], costs[3]
			return []any{points, one[0], one[len(one)-1], two, three[0], three[len(three)-1], o.Int("end")}
		}},
	})
}

// lying are the cards of a trick.
func lying(t *testing.T, trick any) []card.Card {
	t.Helper()
	text, err := json.Marshal(trick)
	if err != nil {
		t.Fatal(err)
	}
	var state struct{ Cards []card.Card }
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	return state.Cards
}

func ascending(cards []card.Card) []card.Card {
	return slices.SortedFunc(slices.Values(cards), func(a, b card.Card) int { return int(a.Rank) - int(b.Rank) })
}
