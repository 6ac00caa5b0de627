package cards

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fives/cli/words"
	"fives/engine/card"
	"fives/engine/rules"
)

// Outlines of the suits in a square of 100 by 100, each a path from its middle. All its
// commands are relative, so that it is made smaller and turned by multiplying its numbers.
var outlines = map[card.Suit]string{
	card.Hearts:   "m0 42c-28-24-44-41-44-60 0-16 12-25 24-25 9 0 16 5 20 14 4-9 11-14 20-14 12 0 24 9 24 25 0 19-16 36-44 60z",
	card.Diamonds: "m0-47c10 18 22 33 38 47-16 14-28 29-38 47-10-18-22-33-38-47 16-14 28-29 38-47z",
	card.Spades:   "m0-46c9 20 43 36 43 59 0 13-10 21-21 21-8 0-14-4-18-10 1 10 4 17 11 22h-30c7-5 10-12 11-22-4 6-10 10-18 10-11 0-21-8-21-21 0-23 34-39 43-59z",
	card.Clubs:    "m0-45c13 0 23 10 23 22 0 6-2 11-6 15 2-1 5-1 7-1 13 0 22 9 22 21s-9 22-22 22c-8 0-15-4-19-11 1 10 4 17 10 23h-30c6-6 9-13 10-23-4 7-11 11-19 11-13 0-22-10-22-22s9-21 22-21c2 0 5 0 7 1-4-4-6-9-6-15 0-12 10-22 23-22z",
	card.Stars:    "m0-47l14 31 34 4-25 23 7 34-30-17-30 17 7-34-25-23 34-4z",
}

// The pips of the ranks 2 to 10, in a card of 100 by 140: three columns, the
// lower half upside down.
var pips = map[card.Rank][][2]float64{
	2: {{50, 30}, {50, 110}}, 3: {{50, 30}, {50, 70}, {50, 110}},
	4:  {{37, 30}, {63, 30}, {37, 110}, {63, 110}},
	5:  {{37, 30}, {63, 30}, {50, 70}, {37, 110}, {63, 110}},
	6:  {{37, 30}, {63, 30}, {37, 70}, {63, 70}, {37, 110}, {63, 110}},
	7:  {{37, 30}, {63, 30}, {50, 50}, {37, 70}, {63, 70}, {37, 110}, {63, 110}},
	8:  {{37, 30}, {63, 30}, {50, 50}, {37, 70}, {63, 70}, {50, 90}, {37, 110}, {63, 110}},
	9:  {{37, 28}, {63, 28}, {37, 56}, {63, 56}, {50, 70}, {37, 84}, {63, 84}, {37, 112}, {63, 112}},
	10: {{37, 28}, {63, 28}, {50, 42}, {37, 56}, {63, 56}, {37, 84}, {63, 84}, {50, 98}, {37, 112}, {63, 112}},
}

var suitNames = map[card.Suit]string{
	card.Clubs: "clubs", card.Diamonds: "diamonds", card.Hearts: "hearts", card.Spades: "spades", card.Stars: "stars",
}

var rankNames = map[card.Rank]string{card.Ace: "ace", card.Jack: "jack", card.Queen: "queen", card.King: "king"}

// Spoken is a card as it is read aloud.
func Spoken(c card.Card) string {
	switch {
	case !c.Known():
		return "a card face down"
	case c.Rank == card.Joker:
		return "joker"
	case c.Suit == card.Plain:
		return words.Rank(c)
	}
	return cmp.Or(rankNames[c.Rank], words.Rank(c)) + " of " + suitNames[c.Suit]
}

// id is the name of a card's picture in the page.
func id(c card.Card) string {
	if !c.Known() {
		return "back"
	}
	return "c" + c.String()
}

// Faces are cards as pictures, with their marks. The page has to have their [Pictures].
func Faces(marks []rules.Mark, cards []card.Card) template.HTML {
	var b strings.Builder
	for _, c := range cards {
		fmt.Fprintf(&b, `<svg class=k role=img aria-label="%s"><use href="#%s"/>%s</svg>`, template.HTMLEscapeString(Named(marks, c)), id(c), sign(marks, c))
	}
	return template.HTML(b.String())
}

// Face is one card as a picture beside its name, which is read aloud in its place.
func Face(marks []rules.Mark, c card.Card) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg class=k aria-hidden=true><use href="#%s"/>%s</svg>`, id(c), sign(marks, c)))
}

// Named is a card as it is read aloud, with its mark.
func Named(marks []rules.Mark, c card.Card) string {
	if m := rules.MarkOf(marks, c); m.Sign != "" {
		return Spoken(c) + ", " + m.Name
	}
	return Spoken(c)
}

// sign is the mark of a card, at the left below its suit: there no card of a fan covers it.
func sign(marks []rules.Mark, c card.Card) string {
	m := rules.MarkOf(marks, c)
	if m.Sign == "" {
		return ""
	}
	return `<text x="13%" y="47%" class=a>` + template.HTMLEscapeString(m.Sign) + `</text>`
}

// Pictures draws each card once; [Faces] refers to them.
func Pictures(cards []card.Card) template.HTML {
	var b strings.Builder
	for _, c := range Distinct(cards) {
		fmt.Fprintf(&b, `<symbol id="%s" viewBox="0 0 100 140" class=%s>%s</symbol>`, id(c), class(c), picture(c))
	}
	return template.HTML(b.String())
}

// Distinct lists each card once, suit by suit.
func Distinct(cards []card.Card) []card.Card {
	cards = slices.Clone(cards)
	slices.SortFunc(cards, func(a, b card.Card) int {
		return (int(a.Suit)-int(b.Suit))*1000 + int(a.Rank) - int(b.Rank)
	})
	return slices.Compact(cards)
}

const edge = `<rect x=1.5 y=1.5 width=97 height=137 rx=9 class=e />`

func picture(c card.Card) string {
	switch {
	case !c.Known():
		return edge + `<rect x=9 y=9 width=82 height=122 rx=5 class=w /><path class=v d="M9 40 50 9 91 40M9 70 50 39 91 70M9 100 50 69 91 100M9 130 50 99 91 130M9 40 50 71 91 40M9 70 50 101 91 70M9 100 50 131 91 100"/>`
	case c.Rank == card.Joker:
		return edge + joker
	case c.Suit == card.Plain:
		return edge + number(c)
	}
	pips, middle := pipped(c), ""
	switch c.Rank {
	case card.Ace:
		pips = pip(c.Suit, 50, 70, 0.52)
	case card.Jack, card.Queen, card.King:
		pips, middle = court(c)
	}
	corners := pip(c.Suit, 12.5, 38, 0.15) + pip(c.Suit, 87.5, 102, -0.15)
	return edge + twice(12.5, 25, "r"+narrow(c.Rank.String()), c.Rank.String()) + `<path d="` + corners + pips + `"/>` + middle
}

// twice writes at the upper left, and upside down at the lower right.
func twice(x, y float64, class, text string) string {
	one := fmt.Sprintf(`<text x=%g y=%g class="%s"`, x, y, class)
	return one + `>` + text + `</text>` + one + ` transform="rotate(180 50 70)">` + text + `</text>`
}

// narrow squeezes a rank of two digits.
func narrow(rank string) string {
	if len(rank) > 1 {
		return " q"
	}
	return ""
}

var numbers = regexp.MustCompile(`-?\d+`)

// pip is a suit around a point, as a part of a path: all pips of a card are one, because
// browsers take as long for a card as it has elements. It is upside down if the size is
// negative.
func pip(s card.Suit, x, y, size float64) string {
	return fmt.Sprintf("M%g %g", x, y) + numbers.ReplaceAllStringFunc(outlines[s], func(number string) string {
		n, _ := strconv.ParseFloat(number, 64)
		return " " + strconv.FormatFloat(math.Round(100*n*size)/100, 'f', -1, 64)
	})
}

func pipped(c card.Card) string {
	var b strings.Builder
	size := 0.2
	if c.Rank > 8 {
		size = 0.17
	}
	for _, at := range pips[c.Rank] {
		if at[1] > 70 {
			b.WriteString(pip(c.Suit, at[0], at[1], -size))
		} else {
			b.WriteString(pip(c.Suit, at[0], at[1], size))
		}
	}
	return b.String()
}

// court is a court card: the suit in two corners of a framed panel, and that with the letter.
func court(c card.Card) (pips, middle string) {
	return pip(c.Suit, 37, 34, 0.19) + pip(c.Suit, 63, 106, -0.19),
		`<rect x=24 y=18 width=52 height=104 rx=4 class=f /><path class=g d="M24 122 76 18"/>` +
			fmt.Sprintf(`<circle cx=50 cy=70 r=23 class=o /><text x=50 y=83 class=l>%s</text>`, c.Rank)
}

// number is a card without suit.
func number(c card.Card) string {
	return twice(17, 26, "r"+narrow(words.Rank(c)), words.Rank(c)) +
		`<circle cx=50 cy=70 r=32 class=f /><circle cx=50 cy=70 r=27 class=o />` +
		fmt.Sprintf(`<text x=50 y=83 class=l>%s</text>`, words.Rank(c))
}

var joker = twice(50, 30, "m", "JOKER") +
	`<path class=f d="M24 88C14 66 20 52 32 54c4 1 8 5 10 10 0-14 4-24 8-24s8 10 8 24c2-5 6-9 10-10 12-2 18 12 8 34z"/>` +
	`<path class=o d="M24 88q26-9 52 0v8q-26-9-52 0z"/><circle cx=22 cy=55 r=4 class=o /><circle cx=78 cy=55 r=4 class=o /><circle cx=50 cy=38 r=4 class=o />`
