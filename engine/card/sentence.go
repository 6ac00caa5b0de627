package card

import (
	"slices"
	"strings"
)

// A Sentence is texts and cards in the order in which they are read. It is made once; who
// shows it writes it with a pen of its own ([Sentence.Write]).
type Sentence []Word

// A Word is a piece of a sentence: a text, or a card if the text is empty. The card is
// the zero Card if the reader does not know it.
type Word struct {
	Text string
	Card Card
}

// Text is a sentence without cards.
func Text(text string) Sentence { return Sentence(nil).Text(text) }

// Spelled reads a sentence that comes as a text, in which cards are spelled as [Card.String]
// writes them: a move in its notation, or the reason of a computer player. "as" and "at" are
// words; a number alone may be anything, and is no card.
func Spelled(text string) (s Sentence) {
	for i, w := range strings.Fields(text) {
		if i > 0 {
			s = s.Text(" ")
		}
		bare := strings.TrimRight(w, ":,.")
		c, err := Parse(bare)
		if err == nil && bare == c.String() && !c.numbered() {
			s = s.Cards(c).Text(w[len(bare):])
		} else {
			s = s.Text(w)
		}
	}
	return s
}

// numbered reports whether a card is known by a number alone.
func (c Card) numbered() bool { return c.Suit == Plain && c.Rank != Joker }

// Text is the sentence with a text behind it.
func (s Sentence) Text(text string) Sentence {
	last := len(s) - 1
	switch {
	case text == "":
		return s
	case last >= 0 && s[last].Text != "":
		return append(slices.Clone(s[:last]), Word{Text: s[last].Text + text})
	}
	return append(slices.Clip(s), Word{Text: text})
}

// Cards is the sentence with cards behind it, and a blank between each two of them.
func (s Sentence) Cards(cards ...Card) Sentence {
	for i, c := range cards {
		if i > 0 {
			s = s.Text(" ")
		}
		s = append(slices.Clip(s), Word{Card: c})
	}
	return s
}

// With is the sentence with another one behind it.
func (s Sentence) With(other Sentence) Sentence {
	for _, w := range other {
		if w.Text != "" {
			s = s.Text(w.Text)
		} else {
			s = s.Cards(w.Card)
		}
	}
	return s
}

// Write writes the sentence: its texts as text has them, its cards as draw does.
func (s Sentence) Write(text func(string) string, draw func(Card) string) string {
	var b strings.Builder
	for _, w := range s {
		if w.Text != "" {
			b.WriteString(text(w.Text))
		} else {
			b.WriteString(draw(w.Card))
		}
	}
	return b.String()
}

// String writes the sentence with its cards in the notation.
func (s Sentence) String() string {
	return s.Write(func(text string) string { return text }, Card.String)
}
