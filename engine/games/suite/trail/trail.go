// Package trail tells whether a game comes back to a position: [Trail]. It is imported
// by tests only, package suite among them.
package trail

import (
	"encoding/json"
	"slices"
	"strconv"

	"fives/engine/card"
	"fives/engine/rules"
)

// A Trail knows the positions of a game since a card was last drawn from the stock.
type Trail struct {
	hand, stock int
	seen        map[string]bool
}

// Again notes a position, of which all faces are given, and reports whether it has
// been there before. Two positions are equal if everybody holds the same cards and
// all else that belongs to the state is the same.
func (t *Trail) Again(p rules.Position, faces rules.Observation) bool {
	st := p.Status()
	if t.seen == nil || st.Hand != t.hand || st.Stock != t.stock {
		*t = Trail{hand: st.Hand, stock: st.Stock, seen: map[string]bool{}}
	}
	names := make([]string, len(st.Scores))
	hands := make([][]string, len(st.Hands))
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	for i, hand := range st.Hands {
		hands[i] = looksOf(faces.Cards(hand))
	}
	text, err := json.Marshal([]any{st.Turn, hands, st.Scores, p.Keys(names, faces)})
	if err != nil {
		panic(err) // the state is written by every other test
	}
	again := t.seen[string(text)]
	t.seen[string(text)] = true
	return again
}

func looksOf(cards []card.Card) []string {
	looks := make([]string, len(cards))
	for i, c := range cards {
		looks[i] = c.String()
	}
	slices.Sort(looks)
	return looks
}
