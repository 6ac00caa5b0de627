package furiousfive

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// A sentence is the parsed text of a move.
type sentence struct {
	call   bool
	groups [][]card.Card // combinations to drop
	take   card.Card     // the zero Card: draw from the stock
}

// read reads a move: "call", "drop 5h 5d draw", "drop 5h 5d / 7c 8c 9d take 9c".
func read(text string) (sentence, error) {
	words := rules.Words(text)
	switch {
	case len(words) == 1 && words[0] == "call":
		return sentence{call: true}, nil
	case len(words) > 0 && words[0] == "drop":
		return readDrop(words[1:])
	}
	return sentence{}, rules.Illegal("a move is drop … draw, drop … take CARD, or call")
}

func readDrop(words []string) (sentence, error) {
	n := slices.IndexFunc(words, func(w string) bool { return w == "draw" || w == "take" })
	if n < 0 {
		return sentence{}, rules.Illegal("whoever drops must draw one card: end with draw or take CARD")
	}
	var s sentence
	var err error
	if s.groups, err = readGroups(words[:n]); err != nil {
		return sentence{}, err
	}
	s.take, err = readSource(words[n], words[n+1:])
	return s, err
}

func readGroups(words []string) ([][]card.Card, error) {
	groups := [][]card.Card{nil}
	for _, w := range words {
		if w == "/" {
			groups = append(groups, nil)
			continue
		}
		c, err := card.Parse(w)
		if err != nil {
			return nil, rules.Illegal("%q is not a card", w)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], c)
	}
	for _, g := range groups {
		if len(g) == 0 {
			return nil, rules.Illegal("a drop has at least one card in each combination")
		}
	}
	return groups, nil
}

func readSource(verb string, rest []string) (card.Card, error) {
	switch {
	case verb == "draw" && len(rest) == 0:
		return card.Card{}, nil
	case verb == "take" && len(rest) == 1:
		c, err := card.Parse(rest[0])
		if err != nil {
			return card.Card{}, rules.Illegal("%q is not a card", rest[0])
		}
		return c, nil
	}
	return card.Card{}, rules.Illegal("exactly one card is drawn: end with draw or take CARD")
}
