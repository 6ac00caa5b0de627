package allfives_test

import (
	"slices"
	"strconv"
	"testing"

	"fives/engine/card"
	"fives/engine/games/allfives"
	"fives/engine/gametest"
)

// TestLessonNumbers compares the numbers of the lesson with rule 2.2 and the deal.
func TestLessonNumbers(t *testing.T) {
	values := gametest.NumbersIn(gametest.RulesOf(allfives.Rules.Rules)["2.2"])
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
	ten := card.Card{Rank: 10, Suit: card.Clubs}
	o, err := allfives.Rules.Validate(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	// scored is the learner's points for the trick.
	scored := func(m gametest.LessonStep) int {
		return m.After.Position().Status().Scores[0] - m.Before.Position().Status().Scores[0]
	}
	gametest.Numbers(t, allfives.Rules, gametest.Facts{
		1: {"say": func(gametest.LessonStep) []any { return []any{values} }},
		2: {"say": func(gametest.LessonStep) []any { return []any{worth(ten), worth(card.French()...)} }},
		8: {
			"say":              func(m gametest.LessonStep) []any { return []any{scored(m)} },
			"explain play 3c":  func(gametest.LessonStep) []any { return []any{worth(ten)} },
			"explain play 10c": func(m gametest.LessonStep) []any { return []any{scored(m)} },
		},
		10: {"closing": func(gametest.LessonStep) []any { return []any{o.Int("target")} }},
	})
}

// TestLessonClaims compares what the lesson says of a beg and of the tricks with the game.
func TestLessonClaims(t *testing.T) {
	const ana, ben = 0, 1
	none := func(cards []card.Card, is func(card.Card) bool) bool { return !slices.ContainsFunc(cards, is) }
	suit := func(s card.Suit) func(card.Card) bool { return func(c card.Card) bool { return c.Suit == s } }
	unseen := func(m gametest.LessonStep) []card.Card { return m.Unseen(ana, card.French()) }
	// legal reports whether the seat of the step may make a move, instead of its own.
	legal := func(m gametest.LessonStep, seat int, move string) bool {
		return slices.Contains(m.Before.Position().Moves(seat, m.Before.Full()), move)
	}
	gametest.CheckClaims(t, allfives.Rules, gametest.Claims{
		1: {
			"Ben has cut the higher card": func(m gametest.LessonStep) bool { return m.Key("dealer") == "ben" },
			"or `beg`":                    func(m gametest.LessonStep) bool { return legal(m, ana, "beg") },
			"You hold one heart": func(m gametest.LessonStep) bool {
				return none(slices.DeleteFunc(m.Hand(ana), func(c card.Card) bool { return c.Rank == 2 }), suit(card.Hearts))
			},
		},
		2: {
			"With `take-one`": func(m gametest.LessonStep) bool { return legal(m, ben, "take-one") },
			"three more cards for each of you": func(m gametest.LessonStep) bool {
				after := m.After.Position().Status().Hands
				return len(after[ana]) == len(m.Hand(ana))+3 && len(after[ben]) == len(m.Hand(ben))+3
			},
			"a higher club would take it": func(m gametest.LessonStep) bool {
				return !none(unseen(m), func(c card.Card) bool { return c.Suit == card.Clubs && c.Rank > 10 })
			},
		},
		3: {"a card that only a trump can beat": func(m gametest.LessonStep) bool { return m.Move[0].Rank == card.Ace && m.Move[0].Suit != card.Clubs }},
		4: {"He follows": func(m gametest.LessonStep) bool { return m.Move[0].Suit == card.Spades }},
		5: {"the highest spade left": func(m gametest.LessonStep) bool {
			return none(unseen(m), func(c card.Card) bool {
				return c.Suit == card.Spades && (c.Rank == card.Ace || c.Rank > m.Move[0].Rank)
			})
		}},
		6: {"He had no spade left": func(m gametest.LessonStep) bool { return none(m.Hand(ben), suit(card.Spades)) }},
		8: {
			"You have a heart and could follow": func(m gametest.LessonStep) bool { return legal(m, ana, "play 2h") },
			"the last card of this trick":       func(m gametest.LessonStep) bool { return m.After.Position().Status().Turn == ana },
		},
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
