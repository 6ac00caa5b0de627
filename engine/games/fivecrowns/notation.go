package fivecrowns

import (
	"slices"
	"strconv"

	"fives/engine/card"
	"fives/engine/rules"
)

// A sentence is the parsed text of a move (RULES §8).
type sentence struct {
	verb    string        // "draw", "take", "discard", "out", "lay", "place"
	melds   [][]card.Card // of out and lay
	pile    int           // of place
	discard card.Card     // of all but draw and take
}

// cards lists the cards that leave the mover's hand, in the order of the text.
func (s sentence) cards() []card.Card {
	if s.verb == "draw" || s.verb == "take" {
		return nil
	}
	return append(slices.Concat(s.melds...), s.discard)
}

// read reads a move of the table or of the solitaire.
func read(text string) (sentence, error) {
	words := rules.Words(text)
	if len(words) == 1 && (words[0] == "draw" || words[0] == "take") {
		return sentence{verb: words[0]}, nil
	}
	n := len(words) - 2
	if n > 0 && words[0] == "discard" {
		return sentence{}, rules.Illegal("a turn ends with one card on the discard pile, not with %d", n+1)
	}
	if n < 0 || words[n] != "discard" {
		return sentence{}, rules.Illegal("a move is draw, take, or ends with discard CARD")
	}
	c, err := readCard(words[n+1])
	if err != nil {
		return sentence{}, err
	}
	return readBefore(words[:n], c)
}

// readBefore reads the words before "discard CARD".
func readBefore(words []string, discard card.Card) (sentence, error) {
	if len(words) == 0 {
		return sentence{verb: "discard", discard: discard}, nil
	}
	s := sentence{verb: words[0], discard: discard}
	var err error
	switch words[0] {
	case "out", "lay":
		s.melds, err = readMelds(words[1:])
	case "place":
		s.pile, err = readPile(words[1:])
	default:
		err = rules.Illegal("before discard stand out or lay and melds, or place and a pile; not %q", words[0])
	}
	return s, err
}

func readMelds(words []string) ([][]card.Card, error) {
	melds := [][]card.Card{nil}
	for _, w := range words {
		if w == "/" {
			melds = append(melds, nil)
			continue
		}
		c, err := readCard(w)
		if err != nil {
			return nil, err
		}
		melds[len(melds)-1] = append(melds[len(melds)-1], c)
	}
	for _, m := range melds {
		if len(m) == 0 {
			return nil, rules.Illegal("out and lay name at least one meld, and every meld has cards")
		}
	}
	return melds, nil
}

func readCard(word string) (card.Card, error) {
	c, err := card.Parse(word)
	if err != nil {
		return card.Card{}, rules.Illegal("%q is not a card", word)
	}
	return c, nil
}

// readPile reads 3 to 13 in plain digits.
func readPile(words []string) (int, error) {
	if len(words) == 1 {
		n, err := strconv.Atoi(words[0])
		if err == nil && strconv.Itoa(n) == words[0] && n >= int(lowest) && n <= int(highest) {
			return n, nil
		}
	}
	return 0, rules.Illegal("a pile is a number from %d to %d", lowest, highest)
}

// write writes the sentence in the notation.
func (s sentence) write() string {
	switch s.verb {
	case "draw", "take":
		return s.verb
	case "place":
		return "place " + strconv.Itoa(s.pile) + " discard " + s.discard.String()
	case "discard":
		return "discard " + s.discard.String()
	}
	text := s.verb
	for i, m := range s.melds {
		if i > 0 {
			text += " /"
		}
		text += " " + card.Join(m)
	}
	return text + " discard " + s.discard.String()
}

// briefly says a move that lays melds in a few words.
func briefly(move string) string {
	s, err := read(move)
	switch {
	case err != nil || len(s.melds) == 0:
		return ""
	case s.verb == "out":
		return "go out"
	}
	return "lay " + countMelds(len(s.melds)) + " and discard"
}

func countMelds(n int) string {
	if n == 1 {
		return "1 meld"
	}
	return strconv.Itoa(n) + " melds"
}
