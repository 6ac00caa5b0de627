package card_test

import (
	"fmt"
	"strings"
	"testing"

	"fives/engine/card"
)

// Cards are found in a text where they are spelled as the program spells them, and drawn by
// any pen.
func TestSpelled(t *testing.T) {
	draw := func(c card.Card) string { return "<" + c.String() + ">" }
	for text, want := range map[string]string{
		"drop Jh Jc draw":            "DROP <Jh> <Jc> DRAW",
		"keeps 18 points with 4c, 7": "KEEPS 18 POINTS WITH <4c>, 7",
		"meld Jk: 10s.":              "MELD <Jk>: <10s>.",
		"9x and ??  are no cards":    "9X AND ?? ARE NO CARDS",
		"as you are in at the next":  "AS YOU ARE IN AT THE NEXT",
		"":                           "",
	} {
		if got := card.Spelled(text).Write(strings.ToUpper, draw); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A sentence can be gone on with in two ways: neither sees the other.
func TestSentenceIsKept(t *testing.T) {
	seven := card.Card{Rank: 7, Suit: card.Hearts}
	for _, s := range []card.Sentence{nil, card.Text("drops "), card.Text("drops ").Cards(seven), card.Text("a ").Cards(seven, card.Card{}).Text("")} {
		before := s.String()
		one, other := s.Text("one").Cards(seven), s.Text("two").With(card.Spelled("7h two"))
		if one.String() != before+"one7h" || other.String() != before+"two7h two" || s.String() != before {
			t.Errorf("%q, %q, %q", s, one, other)
		}
	}
	if s := card.Text("a").Text("b").Cards(card.Card{}); len(s) != 2 || s.String() != "ab?" {
		t.Errorf("%+v", s)
	}
}

// A sentence is made once, and each reader has a pen of their own.
func ExampleSentence_Write() {
	s := card.Text("takes the trick with ").Cards(card.Card{Rank: 10, Suit: card.Clubs})
	plain := func(text string) string { return text }
	fmt.Println(s)
	fmt.Println(s.Write(plain, func(c card.Card) string { return c.Rank.String() + "♣" }))
	// Output:
	// takes the trick with 10c
	// takes the trick with 10♣
}
