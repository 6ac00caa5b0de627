package fivecrowns

import (
	"fmt"
	"strings"
	"testing"

	"fives/engine/card"
)

// RULES 1.3, 5 and 6.1: the lines of a score sheet, while the 5s are wild.
func TestItems(t *testing.T) {
	for cards, want := range map[string]string{
		"":                  "no card left 0 (6.1);",
		"7h Ks":             "cards left 7h Ks 20 (1.3);",
		"5t 7h Jk Ks 5d Jk": "cards left 7h Ks 20 (1.3);wild cards left, 20 each 5t 5d 40 (1.3);jokers left, 50 each Jk Jk 100 (1.3);",
	} {
		got := ""
		for _, i := range leftItems(cardsOf(t, cards), 5) {
			got += i.What
			if len(i.Cards) > 0 {
				got += " " + card.Join(i.Cards)
			}
			got += fmt.Sprintf(" %d (%s);", i.Points, i.Rule)
		}
		if got != want {
			t.Errorf("%q: %s, expected %s", cards, got, want)
		}
	}
	melds := [][]card.Card{cardsOf(t, "3h 3s 3t"), cardsOf(t, "7h 8h Jk")}
	for out, want := range map[bool]string{true: "went out with (5.1)", false: "laid (5.3)"} {
		items := laidItems(melds, out)
		if len(items) != 2 || fmt.Sprintf("%s (%s)", items[1].What, items[1].Rule) != want || card.Join(items[1].Cards) != "7h 8h Jk" || items[1].Points != 0 {
			t.Errorf("out %t: %+v", out, items)
		}
	}
}

func cardsOf(t *testing.T, text string) []card.Card {
	t.Helper()
	cards, err := card.ParseAll(strings.Fields(text))
	if err != nil {
		t.Fatal(err)
	}
	return cards
}
