package draw

import (
	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/rules"
)

// A Style says what the reader's terminal can do.
type Style struct {
	Width int
	ASCII bool // letters for suits, and no other signs
	// Braille writes cards in braille; everything else is in ASCII.
	Braille bool
	Colour  bool
	// TwoColours gives suits two colours instead of four, as on printed cards.
	TwoColours bool
	Marks      []rules.Mark // of the cards
}

// Colours, as parameters of the terminal's "select graphic rendition".
const (
	bold    = "1"
	dim     = "2"
	red     = "31"
	green   = "32"
	yellow  = "33"
	blue    = "34"
	magenta = "35"
)

const escape = "\x1b"

func (s Style) paint(colour, text string) string {
	if !s.Colour || text == "" {
		return text
	}
	return escape + "[" + colour + "m" + text + escape + "[0m"
}

// Strong marks a text that should be seen first.
func (s Style) Strong(text string) string { return s.paint(bold, text) }

// Weak marks a text that can wait.
func (s Style) Weak(text string) string { return s.paint(dim, text) }

// Warning marks a text that must not be missed.
func (s Style) Warning(text string) string { return s.paint(red, text) }

// Pick returns the sign or, in ASCII, what stands for it.
func (s Style) Pick(sign, ascii string) string {
	if s.ASCII {
		return ascii
	}
	return sign
}

// Four colours, so that no two suits look alike at a glance.
var suitColours = map[card.Suit]string{
	card.Clubs: green, card.Diamonds: blue, card.Hearts: red, card.Spades: "39", card.Stars: yellow,
}

// twoColours are those of printed cards. Stars keep their own: they are neither black nor red.
var twoColours = map[card.Suit]string{
	card.Clubs: "39", card.Diamonds: red, card.Hearts: red, card.Spades: "39", card.Stars: yellow,
}

// Card draws a card with its mark; an unknown card is face down.
func (s Style) Card(c card.Card) string { return s.face(c) + s.Strong(rules.MarkOf(s.Marks, c).Sign) }

func (s Style) face(c card.Card) string {
	rank, suit := say.Rank(c), s.Pick(say.Suits[c.Suit], c.Suit.Letter())
	if s.Braille {
		rank, suit = say.Braille(c)
	}
	switch {
	case !c.Known():
		return s.Weak(s.Pick("▒▒", "??"))
	case c.Rank == card.Joker:
		return s.paint(magenta, rank)
	case c.Suit == card.Plain:
		return s.paint(bold, rank)
	}
	colours := suitColours
	if s.TwoColours {
		colours = twoColours
	}
	return s.paint(colours[c.Suit], rank+suit)
}

// Group draws the cards of a group, and what a wild one stands for.
func (s Style) Group(g rules.Group) []string {
	words := s.cards(g.Cards)
	for i, c := range g.For {
		if c.Known() && i < len(words) {
			words[i] += s.Weak("=" + s.face(c))
		}
	}
	return words
}

func (s Style) cards(cards []card.Card) []string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = s.Card(c)
	}
	return words
}
