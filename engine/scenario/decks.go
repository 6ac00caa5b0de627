package scenario

import (
	"fmt"
	"slices"

	"fives/engine/card"
)

// stacked is the bare.Order of a scenario: shuffle n begins with the cards of list n;
// the others follow in canonical order.
func (s *Scenario) stacked(n int, cards []card.Card) ([]int, error) {
	var first []card.Card
	if n < len(s.Decks) {
		first = s.Decks[n]
	}
	index := make([]int, 0, len(cards))
	used := make([]bool, len(cards))
	for i, c := range first {
		at := nextOf(c, cards, used)
		if at < 0 {
			return nil, fmt.Errorf("decks[%d][%d]: %s is named more often than this shuffle holds it (%d)",
				n, i, c, count(cards, c))
		}
		used[at] = true
		index = append(index, at)
	}
	for at := range cards {
		if !used[at] {
			index = append(index, at)
		}
	}
	return index, nil
}

func nextOf(c card.Card, cards []card.Card, used []bool) int {
	for at := range cards {
		if cards[at] == c && !used[at] {
			return at
		}
	}
	return -1
}

func count(cards []card.Card, c card.Card) int {
	return len(cards) - len(slices.DeleteFunc(slices.Clone(cards), func(x card.Card) bool { return x == c }))
}
