package fivecrowns_test

import (
	"slices"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/games/fivecrowns"
	"fives/engine/gametest"
)

// TestLessonNumbers compares the numbers of the lesson with rule 1.3 and the settlement.
func TestLessonNumbers(t *testing.T) {
	named := gametest.NumbersIn(gametest.RulesOf(fivecrowns.Rules.Rules)["1.3"])
	jack, queen, king, joker, wild := named[0], named[1], named[2], named[3], named[4]
	if jack != "11" {
		t.Fatalf("rule 1.3 begins with %s", jack)
	}
	const five = card.Rank(5)

	gametest.Numbers(t, fivecrowns.Rules, gametest.Facts{
		2: {
			"say":                func(gametest.LessonStep) []any { return []any{king, queen} },
			"explain discard Kc": func(gametest.LessonStep) []any { return []any{king} },
		},
		8: {
			"explain discard 5t": func(gametest.LessonStep) []any { return []any{queen, five} },
			"explain discard Qs": func(gametest.LessonStep) []any { return []any{queen} },
		},
		19: {"closing": func(m gametest.LessonStep) []any {
			return []any{m.Ended.Points(), wild, joker}
		}},
	})
}

// TestLessonClaims compares what the lesson says of the others' moves with the game.
func TestLessonClaims(t *testing.T) {
	const ana, ben, cleo = 0, 1, 2
	gained := func(m gametest.LessonStep, seat int) card.Card {
		hand := m.Hand(seat)
		return hand[len(hand)-1]
	}
	dearest := func(m gametest.LessonStep, seat int) bool {
		return !slices.ContainsFunc(m.Hand(seat), func(c card.Card) bool { return c.Rank > m.Move[0].Rank })
	}
	laid := func(m gametest.LessonStep) []card.Card { return m.Move[:len(m.Move)-1] }
	ranks := func(cards []card.Card) (all []card.Rank) {
		for _, c := range cards {
			all = append(all, c.Rank)
		}
		return slices.Sorted(slices.Values(all))
	}
	gametest.CheckClaims(t, fivecrowns.Rules, gametest.Claims{
		4: {"threw the card he drew": func(m gametest.LessonStep) bool { return m.Move[0] == gained(m, ben) }},
		6: {"So did Cleo": func(m gametest.LessonStep) bool { return m.Move[0] == gained(m, cleo) }},
		7: {"dearer than any card you hold": func(m gametest.LessonStep) bool {
			return !slices.ContainsFunc(m.Hand(ana), func(c card.Card) bool { return c.Rank >= card.King || c.Rank == 3 })
		}},
		14: {"7♥ 8♥ 3♠ is a run": func(m gametest.LessonStep) bool { return card.Join(laid(m)) == "7h 8h 3s" }},
		15: {"one last turn": func(m gametest.LessonStep) bool { return m.Key("last") == true && m.Key("out") == "ana" }},
		16: {
			"He drew a joker":         func(m gametest.LessonStep) bool { return gained(m, ben).Rank == card.Joker },
			"his two tens are a book": func(m gametest.LessonStep) bool { return slices.Equal(ranks(laid(m)), []card.Rank{10, 10, card.Joker}) },
			"nothing is left":         func(m gametest.LessonStep) bool { return len(m.Hand(ben)) == len(m.Move) },
		},
		18: {
			"Two fours": func(m gametest.LessonStep) bool { return slices.Equal(ranks(m.Hand(cleo))[:2], []card.Rank{4, 4}) },
			"Cleo has no meld to lay": func(m gametest.LessonStep) bool {
				return !slices.ContainsFunc(m.Before.Position().Moves(cleo, m.Before.Full()), func(move string) bool { return strings.HasPrefix(move, "lay") })
			},
			"throws what costs most": func(m gametest.LessonStep) bool { return dearest(m, cleo) },
		},
		19: {"two fours and a six": func(m gametest.LessonStep) bool {
			return slices.Equal(ranks(m.Ended.Looks[cleo]), []card.Rank{4, 4, 6})
		}},
	})
}
