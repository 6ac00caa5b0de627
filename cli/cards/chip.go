package cards

import (
	"fmt"
	"html/template"
	"strings"

	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/rules"
)

// plainText keeps browsers from drawing a suit as a coloured picture.
const plainText = "\uFE0E"

// class returns the style class of a card: its suit, one letter, or the group of its number.
func class(c card.Card) string {
	switch {
	case !c.Known():
		return "x"
	case c.Rank == card.Joker:
		return "j"
	case c.Suit == card.Plain:
		return group(c)
	}
	return c.Suit.Letter()
}

// chip writes a card in a line of text, with its mark.
func chip(b *strings.Builder, marks []rules.Mark, c card.Card) {
	b.WriteString(`<b class=` + class(c) + `>` + say.Rank(c))
	if s := say.Suits[c.Suit]; s != "" {
		b.WriteString(s + plainText)
	}
	if m := rules.MarkOf(marks, c); m.Sign != "" {
		fmt.Fprintf(b, `<sup title="%s">%s</sup>`, template.HTMLEscapeString(m.Name), template.HTMLEscapeString(m.Sign))
	}
	b.WriteString(`</b>`)
}

// Sentence writes a sentence for a page, its cards as [Chips].
func Sentence(marks []rules.Mark, s card.Sentence) template.HTML {
	return template.HTML(s.Write(
		func(text string) string { return template.HTMLEscapeString(say.Clean(text)) },
		func(c card.Card) string { return string(Chips(marks, []card.Card{c}, nil)) },
	))
}

// Aloud writes a sentence as it is read aloud.
func Aloud(s card.Sentence) string { return s.Write(say.Clean, Spoken) }

// Chips writes cards in a line of text, a wild one followed by the card it stands for.
func Chips(marks []rules.Mark, cards, stand []card.Card) template.HTML {
	var b strings.Builder
	for i, c := range cards {
		if i > 0 {
			b.WriteByte(' ')
		}
		if !c.Known() {
			b.WriteString(`<b class=x>?</b>`)
			continue
		}
		chip(&b, marks, c)
		if i < len(stand) && stand[i].Known() {
			b.WriteString(`=`)
			chip(&b, nil, stand[i])
		}
	}
	return template.HTML(b.String())
}
