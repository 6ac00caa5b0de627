package draw

import (
	"cmp"

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
	Colour  bool   // bold, faint and, on a ground that is known, hues
	Ground  Ground // of a terminal with 256 colours
	// TwoColours gives suits two colours instead of four, as on printed cards.
	TwoColours bool
	Marks      []rules.Mark // of the cards
}

// A Ground is what a terminal writes on. A hue that can be read on a dark one cannot be read on a
// light one, so what is not known gets none: the terminal's own colours can be read.
type Ground int

// The grounds.
const (
	Unknown Ground = iota
	Dark
	Light
)

// Parameters of the terminal's "select graphic rendition".
const (
	bold = "1"
	dim  = "2"
)

// A hue is a colour for a light and for a dark ground, of those that are the same in every terminal
// with 256 of them.
type hue struct{ light, dark string }

var (
	ink     = hue{}
	red     = hue{"38;5;124", "38;5;210"}
	green   = hue{"38;5;22", "38;5;114"}
	yellow  = hue{"38;5;94", "38;5;221"}
	blue    = hue{"38;5;25", "38;5;111"}
	magenta = hue{"38;5;54", "38;5;183"}
)

// on returns the parameter for a hue on a ground, "" for the terminal's own colour.
func (h hue) on(g Ground) string {
	switch g {
	case Dark:
		return h.dark
	case Light:
		return h.light
	}
	return ""
}

const escape = "\x1b"

func (s Style) paint(colour, text string) string {
	if !s.Colour || text == "" || colour == "" {
		return text
	}
	return escape + "[" + colour + "m" + text + escape + "[0m"
}

// Strong marks a text that should be seen first.
func (s Style) Strong(text string) string { return s.paint(bold, text) }

// Weak marks a text that can wait.
func (s Style) Weak(text string) string { return s.paint(dim, text) }

// Warning marks a text that must not be missed.
func (s Style) Warning(text string) string {
	return s.paint(cmp.Or(red.on(s.Ground), bold), text)
}

// Pick returns the sign or, in ASCII, what stands for it.
func (s Style) Pick(sign, ascii string) string {
	if s.ASCII {
		return ascii
	}
	return sign
}

// Four colours, so that no two suits look alike at a glance.
var suitColours = map[card.Suit]hue{
	card.Clubs: green, card.Diamonds: blue, card.Hearts: red, card.Spades: ink, card.Stars: yellow,
}

// twoColours are those of printed cards. Stars keep their own: they are neither black nor red.
var twoColours = map[card.Suit]hue{
	card.Clubs: ink, card.Diamonds: red, card.Hearts: red, card.Spades: ink, card.Stars: yellow,
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
		return s.paint(magenta.on(s.Ground), rank)
	case c.Suit == card.Plain:
		return s.paint(bold, rank)
	}
	colours := suitColours
	if s.TwoColours {
		colours = twoColours
	}
	return s.paint(colours[c.Suit].on(s.Ground), rank+suit)
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
