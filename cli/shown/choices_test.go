package shown

import (
	"slices"
	"strings"
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

// TestStays: a card that is chosen in a game of single cards takes the place of the one before, and so
// it does of a card that no move uses; where moves use several cards, or none, both stay.
func TestStays(t *testing.T) {
	held := cardsOf(t, "4s", "5s", "7h", "7s")
	for _, c := range []struct {
		name   string
		moves  []string
		chosen string
		want   bool
	}{
		{"a trick", []string{"play 4s", "play 5s"}, "5s", false},
		{"a card that must not be played", []string{"play 4s", "play 5s"}, "7h", false},
		{"a discard", []string{"discard 4s", "discard 5s", "discard 7h"}, "4s", false},
		{"going out", []string{"discard 4s", "out 7h 7s 5s discard 4s"}, "4s", true},
		{"a pair", []string{"end", "drop 7h draw", "drop 7h 7s draw"}, "7h", true},
		{"a card of no pair", []string{"end", "drop 7h draw", "drop 7h 7s draw"}, "4s", false},
		{"no cards", []string{"draw", "take"}, "4s", true},
		{"not one's turn", nil, "4s", true},
	} {
		if got := Stays(Choices(c.moves, held), cardsOf(t, c.chosen)[0]); got != c.want {
			t.Errorf("%s: %v", c.name, got)
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

// A move that does all that another one does and something else stands before it: it is what
// people want who see both. One that only takes more cards of the same kind is beside it.
func TestExceeding(t *testing.T) {
	held := cardsOf(t, "3s", "4s", "5s", "7d", "7c", "Js")
	asHeld := func(cards []card.Card) (places []int) {
		for _, c := range cards {
			places = append(places, slices.Index(held, c))
		}
		return places
	}
	for _, c := range []struct {
		name         string
		moves        []string
		of           string
		exceed, long string
		first        string
	}{
		{"going out", []string{"discard 3s", "discard Js", "out 3s 4s 5s / 7d 7c discard Js"}, "discard Js", "out 3s 4s 5s / 7d 7c discard Js", "", "discard 3s"},
		{"the first card", []string{"discard 3s", "discard Js", "out 4s 5s 7d 7c Js discard 3s"}, "discard 3s", "out 4s 5s 7d 7c Js discard 3s", "", "out 4s 5s 7d 7c Js discard 3s"},
		{"laying", []string{"discard 7d", "lay 3s 4s 5s discard 7d"}, "discard 7d", "lay 3s 4s 5s discard 7d", "", "lay 3s 4s 5s discard 7d"},
		{"a set and a straight", []string{"drop 7d 7c draw", "drop 3s 4s 5s / 7d 7c draw", "drop 3s 4s 5s / 7d 7c take 9h"}, "drop 7d 7c draw", "drop 3s 4s 5s / 7d 7c draw", "", "drop 3s 4s 5s / 7d 7c draw"},
		{"a run", []string{"lead 3s", "lead 3s 4s", "lead 3s 4s 5s", "lead 4s"}, "lead 3s", "", "lead 3s 4s 5s", "lead 3s"},
		{"a pair", []string{"drop 7d draw", "drop 7d take", "drop 7d 7c draw", "drop 7d 7c take"}, "drop 7d draw", "", "drop 7d 7c draw", "drop 7d draw"},
		{"another card", []string{"play 3s", "play 4s"}, "play 3s", "", "", "play 3s"},
		{"no card", []string{"pass", "add 3s", "over 7d 7c"}, "pass", "", "", "add 3s"},
	} {
		all := Choices(c.moves, held)
		of := Choice{c.of, UsedBy(c.of, held)}
		if got := texts(Exceeding(all, of)); got != c.exceed {
			t.Errorf("%s: %q exceeds %q", c.name, got, c.of)
		}
		if got := texts(Lengthening(all, of)); got != c.long {
			t.Errorf("%s: %q lengthens %q", c.name, got, c.of)
		}
		at := func(text string) int {
			return slices.IndexFunc(all, func(o Choice) bool { return o.Text == text })
		}
		SortChoices(all, "", true, asHeld) // as when a card is chosen
		if at(c.exceed) > at(c.of) {
			t.Errorf("%s: of a chosen card, in the order %q", c.name, texts(all))
		}
		SortChoices(all, "", false, asHeld)
		if at(c.exceed) > at(c.of) || all[0].Text != c.first {
			t.Errorf("%s: in the order %q", c.name, texts(all))
		}
	}
}

// What a game offers comes first of all, even before what needs no card.
func TestOffered(t *testing.T) {
	held := cardsOf(t, "3s", "4s", "7d")
	all := Choices([]string{"draw", "discard 3s", "discard 7d", "lay 3s 4s discard 7d"}, held)
	SortChoices(all, "lay 3s 4s discard 7d", true, func(cards []card.Card) []int { return make([]int, len(cards)) })
	if got := texts(all); got != "lay 3s 4s discard 7d; discard 3s; discard 7d; draw" {
		t.Errorf("%q", got)
	}
}

func texts(all []Choice) string {
	var list []string
	for _, o := range all {
		list = append(list, o.Text)
	}
	return strings.Join(list, "; ")
}
