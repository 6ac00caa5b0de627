package shown

import (
	"slices"
	"testing"

	"fives/engine/card"
)

func cardsOf(t *testing.T, texts ...string) []card.Card {
	t.Helper()
	var list []card.Card
	for _, text := range texts {
		c, err := card.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// A move that ends more than a turn is asked for twice: it needs no card and no pile, or all
// cards that are left. A move without an alternative, or with a pile, is not.
func TestFinal(t *testing.T) {
	piles := []string{"draw", "take"}
	for _, c := range []struct {
		move        string
		moves, hand int
		want        bool
	}{
		{"end", 11, 2, true},
		{"pass", 2, 2, true},
		{"pass", 1, 2, false},
		{"draw", 2, 2, false},
		{"drop 7h draw", 5, 2, false},
		{"out 7h 7s", 5, 2, true},
		{"play 7h", 1, 1, false},
	} {
		o := Choice{Text: c.move, Cards: UsedBy(c.move, cardsOf(t, "7h", "7s"))}
		if got := Final(o, c.moves, c.hand, piles); got != c.want {
			t.Errorf("%q of %d moves with %d cards: %v", c.move, c.moves, c.hand, got)
		}
	}
}

// Cards that go with no move are tried once in the form of each kind of move, except in forms
// that would separate them.
func TestAttempts(t *testing.T) {
	held := cardsOf(t, "3s", "4s", "5s", "9c", "9d")
	for _, c := range []struct {
		moves, want []string
	}{
		{[]string{"end", "drop 3s draw", "drop 3s take", "drop 9c 9d draw"}, []string{"drop 4s 9c draw"}},
		{[]string{"over 9c", "add 3s", "add 4s", "pass"}, []string{"over 4s 9c", "add 4s 9c"}},
		{[]string{"out 3s 4s 5s discard 9c", "discard 9c"}, []string{"discard 4s 9c"}},
		{[]string{"draw", "take"}, nil},
	} {
		if got := Attempts(Choices(c.moves, held), cardsOf(t, "4s", "9c")); !slices.Equal(got, c.want) {
			t.Errorf("of %q: %q, not %q", c.moves, got, c.want)
		}
	}
	if got := Attempts(Choices([]string{"drop 3s draw"}, held), nil); got != nil {
		t.Errorf("without cards: %q", got)
	}
}
