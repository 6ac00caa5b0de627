package rules

import "fives/engine/card"

// A Mark marks special cards, such as wild cards or trumps. Front ends draw its sign after
// each of them, wherever they lie, and need not know its meaning.
type Mark struct {
	Sign  string      `json:"sign"`  // one ASCII character, no letter and no digit
	Name  string      `json:"name"`  // "wild"
	Cards []card.Card `json:"cards"` // each look once
}

// Wild is the name of the mark of cards that may stand for others.
const Wild = "wild"

// Marked marks the cards of a deck that are special.
func Marked(sign, name string, deck []card.Card, special func(card.Card) bool) Mark {
	m := Mark{Sign: sign, Name: name, Cards: []card.Card{}}
	seen := map[card.Card]bool{}
	for _, c := range deck {
		if !seen[c] && special(c) {
			m.Cards = append(m.Cards, c)
		}
		seen[c] = true
	}
	return m
}

// MarkOf returns the mark of a card, the zero Mark if it has none. An unknown card has
// none.
func MarkOf(marks []Mark, c card.Card) Mark {
	for _, m := range marks {
		for _, marked := range m.Cards {
			if marked == c {
				return m
			}
		}
	}
	return Mark{}
}
