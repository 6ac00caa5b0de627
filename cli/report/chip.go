package report

import (
	"html/template"
	"strconv"
	"strings"

	"fives/engine/card"
)

// plainText keeps browsers from drawing a suit as a coloured picture.
const plainText = "\uFE0E"

var signs = map[card.Suit]string{
	card.Clubs: "♣", card.Diamonds: "♦", card.Hearts: "♥", card.Spades: "♠", card.Stars: "★",
}

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

// rank is what stands in the corner of a card: a card without suit has a number
// and no letter.
func rank(c card.Card) string {
	if c.Suit == card.Plain && c.Rank != card.Joker {
		return strconv.Itoa(int(c.Rank))
	}
	return c.Rank.String()
}

// chip is a card in a line of text.
func chip(b *strings.Builder, c card.Card) {
	b.WriteString(`<b class=` + class(c) + `>` + rank(c))
	if s := signs[c.Suit]; s != "" {
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
