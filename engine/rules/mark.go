package rules

import "fives/engine/card"

// A Mark says what is special about some cards: that they are wild, or trumps.
// Front ends draw its sign behind each of them, wherever it lies, and know no more
// of it than that.
type Mark struct {
	Sign  string      `json:"sign"`  // one ASCII character, no letter and no digit
	Name  string      `json:"name"`  // "wild"
	Cards []card.Card `json:"cards"` // each look once
}

// Wild is the name of the mark of cards that may stand for others.
const Wild = "wild"

// Marked marks those cards of a deck for which it is so.
func Marked(sign, name string, deck []card.Card, so func(card.Card) bool) Mark {
	m := Mark{Sign: sign, Name: name, Cards: []card.Card{}}
	seen := map[card.Card]bool{}
	for _, c := range deck {
		if !seen[c] && so(c) {
			m.Cards = append(m.Cards, c)
		}
		seen[c] = true
	}
	return m
}

// MarkOf is the mark of a card, the zero Mark if it has none. A card that is not
// known has none.
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
