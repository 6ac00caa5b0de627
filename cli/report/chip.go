package report

import (
	"html/template"
	"strings"

	"fives/cli/words"
	"fives/engine/card"
)

// plainText keeps browsers from drawing a suit as a coloured picture.
const plainText = "\uFE0E"

// class is the style of a card's suit, one letter.
func class(c card.Card) string {
	switch {
	case !c.Known():
		return "x"
	case c.Rank == card.Joker:
		return "j"
	case c.Suit == card.Plain:
		return "n"
	}
	return c.Suit.Letter()
}

// chip is a card in a line of text.
func chip(b *strings.Builder, c card.Card) {
	b.WriteString(`<b class=` + class(c) + `>` + words.Rank(c))
	if s := words.Suits[c.Suit]; s != "" {
		b.WriteString(s + plainText)
	}
	b.WriteString(`</b>`)
}

// chips are cards in a line of text.
func chips(cards []card.Card) template.HTML {
	var b strings.Builder
	for i, c := range cards {
		if i > 0 {
			b.WriteByte(' ')
		}
		if !c.Known() {
			b.WriteString(`<b class=x>?</b>`)
			continue
		}
		chip(&b, c)
	}
	return template.HTML(b.String())
}

// one is [chips] for a single card.
func one(c card.Card) template.HTML { return chips([]card.Card{c}) }
