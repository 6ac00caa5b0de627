package cards

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/rules"
)

var suitNames = map[card.Suit]string{
	card.Clubs: "clubs", card.Diamonds: "diamonds", card.Hearts: "hearts", card.Spades: "spades", card.Stars: "stars",
}

var rankNames = map[card.Rank]string{card.Ace: "ace", card.Jack: "jack", card.Queen: "queen", card.King: "king"}

// Spoken returns a card as it is read aloud.
func Spoken(c card.Card) string {
	switch {
	case !c.Known():
		return "a card face down"
	case c.Rank == card.Joker:
		return "joker"
	case c.Suit == card.Plain:
		return say.Rank(c)
	}
	return cmp.Or(rankNames[c.Rank], say.Rank(c)) + " of " + suitNames[c.Suit]
}

// Named returns a card as it is read aloud, with its mark.
func Named(marks []rules.Mark, c card.Card) string {
	if m := rules.MarkOf(marks, c); m.Sign != "" {
		return Spoken(c) + ", " + m.Name
	}
	return Spoken(c)
}

// id returns the name of a card's picture in the page.
func id(c card.Card) string {
	if !c.Known() {
		return "back"
	}
	return "c" + c.String()
}

// Faces draws cards as pictures, with their marks. The page must contain their [Pictures].
func Faces(marks []rules.Mark, cards []card.Card) template.HTML {
	return drawn(marks, cards, "")
}

// Minis draws cards as small pictures: rank and suit fill them, and can be read where the card
// is less than 56 pixels wide. The page must contain their [MiniPictures].
func Minis(marks []rules.Mark, cards []card.Card) template.HTML {
	return drawn(marks, cards, "m")
}

func drawn(marks []rules.Mark, cards []card.Card, small string) template.HTML {
	var b strings.Builder
	for _, c := range cards {
		fmt.Fprintf(&b, `<svg class="%s" role=img aria-label="%s"%s</svg>`, classes(marks, c, small), template.HTMLEscapeString(Named(marks, c)), picture(marks, c, small))
	}
	return template.HTML(b.String())
}

// Face draws one card as a picture, with its name beside it to be read aloud in its place.
func Face(marks []rules.Mark, c card.Card) template.HTML {
	return template.HTML(`<svg class="` + classes(marks, c, "") + `" aria-hidden=true` + picture(marks, c, "") + `</svg>`)
}

// classes returns the classes of a card in the page. A wild card has paper of its own.
func classes(marks []rules.Mark, c card.Card, small string) string {
	list := "k"
	if small != "" {
		list = "k mini"
	}
	if rules.MarkOf(marks, c).Name == rules.Wild {
		list += " wild"
	}
	return list
}

// picture refers to the picture of a card. A small one has no room for a pennant, and a wild
// card needs none, because its paper shows that it is wild.
func picture(marks []rules.Mark, c card.Card, small string) string {
	m := rules.MarkOf(marks, c)
	title := ""
	if m.Sign != "" {
		title = "<title>" + template.HTMLEscapeString(m.Name) + "</title>"
	}
	pennant := ""
	if small == "" {
		pennant = pennants[m.Sign]
	}
	return fmt.Sprintf(` viewBox="%s">%s<use href="#%s%s"/>%s`, sizes[small], title, small, id(c), pennant)
}

// sizes are the squares in which full faces and small ones are drawn.
var sizes = map[string]string{"": "0 0 100 140", "m": "0 0 60 84"}

// The pennants of marks, by sign. They are at the left edge below the suit, where no card of a
// fan covers them.
var pennants = map[string]string{
	"*": `<path class=wm d="M1 60h25l-6 9.5 6 9.5H1z"/><path class=ik d="M5 75l-1-10 4 3.500 3.500-5 3.500 5 4-3.500-1 10z"/>`,
	"^": pennant + `<path class=tm d="M5.500 73.500 11 66l5.500 7.500"/>`,
	"!": pennant + `<path class=tm d="M5 65l4.500 4.500L5 74M11 65l4.500 4.500L11 74"/>`,
	"+": pennant + `<path class=tm d="M5.500 69.500h10M10.500 64.500v10"/>`,
}

// Pennant draws what a card with a mark bears, "" for a text that is the sign of none.
func Pennant(sign string) template.HTML {
	if pennants[sign] == "" {
		return ""
	}
	return template.HTML(`<svg class=k viewBox="0 52 40 34" aria-hidden=true><path fill="#fffdf6" d="M0 52h40v34H0z"/>` + pennants[sign] + `</svg>`)
}

const pennant = `<path class=ik d="M1 60h25l-6 9.500 6 9.500H1z"/>`

// Pictures draws each card once; [Faces] refers to them.
func Pictures(cards []card.Card) template.HTML {
	b := strings.Builder{}
	b.WriteString(half)
	for _, c := range Distinct(cards) {
		fmt.Fprintf(&b, `<symbol id="%s" viewBox="%s" class=%s>%s</symbol>`, id(c), sizes[""], class(c), full(c))
	}
	return template.HTML(b.String())
}

// MiniPictures draws each card once, small; [Minis] refers to them.
func MiniPictures(cards []card.Card) template.HTML {
	var b strings.Builder
	for _, c := range Distinct(cards) {
		fmt.Fprintf(&b, `<symbol id="m%s" viewBox="%s" class=%s>%s</symbol>`, id(c), sizes["m"], class(c), mini(c))
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

const edge = `<rect x=1 y=1 width=98 height=138 rx=9 class=e />`

// full draws a card of 100 by 140. Everything that matters lies in its left quarter, so that a
// fan may hide the rest.
func full(c card.Card) string {
	switch {
	case !c.Known():
		return edge + back()
	case c.Rank == card.Joker:
		return edge + twice(hat(16, 21, 0.25)) + hat(50, 68, 0.82) + `<text x=50 y=112 class=m>JOKER</text>`
	case c.Suit == card.Plain:
		return edge + number(c)
	}
	return edge + court(c) + twice(rank(say.Rank(c), 16, 31, "r", 24)+`<path d="`+pip(c.Suit, 16, 46, 0.2)+`"/>`) + middle(c)
}

// mini draws a card of 60 by 84: rank and suit, and nothing else.
func mini(c card.Card) string {
	const edge = `<rect x=1 y=1 width=58 height=82 rx=8 class=e />`
	switch {
	case !c.Known():
		return edge + `<rect x=5 y=5 width=50 height=74 rx=5 class=b />` +
			`<path class=bl d="M10 26l10-16 10 16-10 16zM30 26l10-16 10 16-10 16zM10 58l10-16 10 16-10 16zM30 58l10-16 10 16-10 16z"/><path class=bd d="M30 34l5 8-5 8-5-8z"/>`
	case c.Rank == card.Joker:
		return edge + hat(30, 44, 0.6)
	case c.Suit == card.Plain:
		return edge + rank(say.Rank(c), 30, 52, "r mr", 0)
	}
	return edge + rank(say.Rank(c), 30, 40, "r mr", 40) + `<path d="` + pip(c.Suit, 30, 61, 0.32) + `"/>`
}

// twice draws a part of a card, and the same upside down.
func twice(part string) string { return part + upsideDown(part) }

func upsideDown(part string) string { return `<g transform="rotate(180 50 70)">` + part + `</g>` }

// rank writes a rank. If wide is set, a rank of two digits is squeezed into that width.
func rank(text string, x, y int, class string, wide int) string {
	set := ""
	if len(text) > 1 && wide > 0 {
		set = fmt.Sprintf(` textLength=%d lengthAdjust=spacingAndGlyphs`, wide)
	}
	return fmt.Sprintf(`<text x=%d y=%d class="%s"%s>%s</text>`, x, y, class, set, text)
}

// middle draws what fills an ace or a card with pips.
func middle(c card.Card) string {
	if c.Rank == card.Ace {
		return `<path class=o d="` + pip(c.Suit, 50, 70, 0.66) + `"/><path d="` + pip(c.Suit, 50, 70, 0.5) + `"/>`
	}
	var b strings.Builder
	size := 0.2
	if c.Rank > 8 {
		size = 0.18
	}
	for _, at := range pips[c.Rank] {
		if at[1] > 70 {
			b.WriteString(pip(c.Suit, at[0], at[1], -size))
		} else {
			b.WriteString(pip(c.Suit, at[0], at[1], size))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return `<path d="` + b.String() + `"/>`
}

// number draws a card without a suit: its number, what it is worth, and a shape that shows its
// worth.
func number(c card.Card) string {
	shape, y, worth := "M50 36 84 61 71 101H29L16 61z", 86, 1
	switch {
	case c.Rank > 9:
		shape, y, worth = "M50 104 16 79 29 39H71L84 79z", 83, 3
	case c.Rank > 5:
		shape, y, worth = "M50 33 81 99H19z", 92, 2
	}
	if c.Rank == 8 {
		worth = 4
	}
	corner := rank(say.Rank(c), 16, 31, "r", 24) + `<path class=vl d="M9 36.500h14"/><text x=16 y=52 class=v>` + strconv.Itoa(worth) + `</text>`
	return twice(corner) + `<path class=f d="` + shape + `"/>` + fmt.Sprintf(`<text x=50 y=%d class=l>%s</text>`, y, say.Rank(c))
}
