package cards

import (
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
)

// A marked card has its sign in a line of text and on its picture, and says aloud
// what it is; what it stands for comes behind it.
func TestMarks(t *testing.T) {
	joker, seven := card.Card{Rank: card.Joker}, card.Card{Rank: 7, Suit: card.Hearts}
	marks := []rules.Mark{{Sign: "*", Name: "wild", Cards: []card.Card{joker}}}
	for what, html := range map[string]string{
		`Jk<sup title="wild">*</sup></b>=<b class=h>7♥`: string(Chips(marks, []card.Card{joker}, []card.Card{seven})),
		`aria-label="joker, wild"`:                      string(Faces(marks, []card.Card{joker})),
		`class=a>*</text>`:                              string(Faces(marks, []card.Card{joker})),
	} {
		if !strings.Contains(html, what) {
			t.Errorf("there is no %s in %s", what, html)
		}
	}
	for _, html := range []string{string(Chips(marks, []card.Card{seven}, nil)), string(Faces(marks, []card.Card{seven}))} {
		if strings.Contains(html, "wild") || strings.Contains(html, "*") {
			t.Errorf("a card without a mark: %s", html)
		}
	}
}

// The pips of a card are one path: browsers take as long for a card as it has elements.
func TestOnePath(t *testing.T) {
	for _, c := range []card.Card{{Rank: card.Ace, Suit: card.Stars}, {Rank: 10, Suit: card.Clubs}} {
		if html := string(Pictures([]card.Card{c})); strings.Count(html, "<path") != 1 || strings.Contains(html, "<use") {
			t.Errorf("%s is drawn as %s", c, html)
		}
	}
}
