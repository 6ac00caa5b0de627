package cards

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"fives/engine/card"
)

// Outlines of the suits in a square of 100 by 100, each a path from its middle. All commands
// are relative, so multiplying the numbers shrinks or turns the path.
var outlines = map[card.Suit]string{
	card.Hearts:   "m0 42c-28-24-44-41-44-60 0-16 12-25 24-25 9 0 16 5 20 14 4-9 11-14 20-14 12 0 24 9 24 25 0 19-16 36-44 60z",
	card.Diamonds: "m0-47c10 18 22 33 38 47-16 14-28 29-38 47-10-18-22-33-38-47 16-14 28-29 38-47z",
	card.Spades:   "m0-46c9 20 43 36 43 59 0 13-10 21-21 21-8 0-14-4-18-10 1 10 4 17 11 22h-30c7-5 10-12 11-22-4 6-10 10-18 10-11 0-21-8-21-21 0-23 34-39 43-59z",
	card.Clubs:    "m0-45c13 0 23 10 23 22 0 6-2 11-6 15 2-1 5-1 7-1 13 0 22 9 22 21s-9 22-22 22c-8 0-15-4-19-11 1 10 4 17 10 23h-30c6-6 9-13 10-23-4 7-11 11-19 11-13 0-22-10-22-22s9-21 22-21c2 0 5 0 7 1-4-4-6-9-6-15 0-12 10-22 23-22z",
	card.Stars:    "m0-47l14 31 34 4-25 23 7 34-30-17-30 17 7-34-25-23 34-4z",
}

// pip draws a suit around a point, as a part of a path: all pips of a card are one path,
// because the time that browsers take for a card grows with its elements. A negative size turns
// it upside down.
func pip(s card.Suit, x, y, size float64) string {
	return fmt.Sprintf("M%g %g", x, y) + scaled(outlines[s], size)
}

// scaled multiplies all numbers of an outline, which are whole.
func scaled(outline string, size float64) string {
	var b strings.Builder
	for outline != "" {
		rest := strings.TrimLeft(strings.TrimPrefix(outline, "-"), "0123456789")
		if rest == outline { // it begins with a command, or a space
			b.WriteByte(outline[0])
			outline = outline[1:]
			continue
		}
		n, _ := strconv.ParseFloat(outline[:len(outline)-len(rest)], 64)
		b.WriteString(" " + strconv.FormatFloat(math.Round(100*n*size)/100, 'f', -1, 64))
		outline = rest
	}
	return b.String()
}

// The pips of the ranks 2 to 10, in a card of 100 by 140: three columns, the lower half upside
// down.
var pips = map[card.Rank][][2]float64{
	2: {{50, 33}, {50, 107}}, 3: {{50, 30}, {50, 70}, {50, 110}},
	4:  {{39, 33}, {61, 33}, {39, 107}, {61, 107}},
	5:  {{39, 33}, {61, 33}, {50, 70}, {39, 107}, {61, 107}},
	6:  {{39, 31}, {61, 31}, {39, 70}, {61, 70}, {39, 109}, {61, 109}},
	7:  {{39, 31}, {61, 31}, {50, 50.5}, {39, 70}, {61, 70}, {39, 109}, {61, 109}},
	8:  {{39, 31}, {61, 31}, {50, 50.5}, {39, 70}, {61, 70}, {50, 89.5}, {39, 109}, {61, 109}},
	9:  {{39, 28}, {61, 28}, {39, 56}, {61, 56}, {50, 70}, {39, 84}, {61, 84}, {39, 112}, {61, 112}},
	10: {{39, 28}, {61, 28}, {50, 42}, {39, 56}, {61, 56}, {39, 84}, {61, 84}, {50, 98}, {39, 112}, {61, 112}},
}

// The panel of a court card winds around both indices; a figure and its half turn meet in it at
// a sash.
const panel = "M29 14a5 5 0 0 1 5-5h52a5 5 0 0 1 5 5v61a5 5 0 0 1-5 5H71v46a5 5 0 0 1-5 5H14a5 5 0 0 1-5-5V65a5 5 0 0 1 5-5h15z"

// half is what a figure is clipped to.
const half = `<clipPath id="half"><path d="M29 14a5 5 0 0 1 5-5h52a5 5 0 0 1 5 5v46.500L9 79.500V65a5 5 0 0 1 5-5h15z"/></clipPath>`

// A layer is a path of a figure, with its class: "" for the colour of the suit.
type layer struct{ class, path string }

// Skin, its shade, and the lines of a face, which queens and jacks share.
var (
	skin  = layer{"sk", "M51 31h18v11a9 9 0 0 1-18 0z"}
	shade = layer{"sh", "M60 31h9v11a9 9 0 0 1-9 9z"}
)

const features = "M55 38.500h2.500M62.500 38.500h2.500M60 38v5.500h-1.800M57.500 47h5"

// figures are the kings, queens and jacks, each made of layers, the lowest first.
var figures = map[card.Rank][]layer{
	card.King: {
		{"", "M33 82 40 60 51 53H69L82 60 89 78 91 80 9 80z"},
		{"go", "M51 53 60 74 69 53 74 55 60 86 46 55zM49.500 31V16l5.500 6 5-9 5 9 5.500-6v15zM82 15l2.500 4v33h4v3.500h-4V63h-5v-7.500h-4V52h4V19z"},
		{"sk", "M51 31h18v9l-3 12-6 8-6-8-3-12z"},
		{"ik", "M51 40 54 43q6-3 12 0l3-3-3 13-6 8-6-8zM57 45.500h6v1.500h-6z"},
		{"ln", "M54.500 37h3M62.500 37h3M60 37v5"},
	},
	card.Queen: {
		{"", "M46 31q14-8 28 0c2 10 4 20 3 27H43c-1-7 1-17 3-27zM31 84 40 63 53 55H67L80 63 90 82z" + ring(84, 40, 4.5)},
		{"go", "M53 55q7 8 14 0l4 2q-11 15-22 0zM49 30l-2-12 7 5 6-8 6 8 7-5-2 12q-11-4-22 0zM84 52q-7-2-7-9 7 2 7 9 0-7 7-9 0 7-7 9z" + ring(60, 13.5, 2.3) + ring(46.5, 16.5, 2) + ring(73.5, 16.5, 2) + ring(84, 40, 1.8)},
		skin, shade, {"ln", features + "M84 72V52"},
	},
	card.Jack: {
		{"", "M47 30h26v17l-4 4V33H51v18l-4-4zM33 84 41 60 52 54H68L80 60 90 80zM73 22Q75 12 88 11 86 24 73 25z"},
		{"go", "M41 60 52 54l31 24-8 6zM46 31l3-9q11-9 25-2l2 11q-15-5-30 0z"},
		skin, shade, {"ln", features + "M74 24Q82 22 86 13"},
	},
}

// ring draws a circle as a part of a path.
func ring(x, y, r float64) string {
	return fmt.Sprintf("M%g %ga%g %g 0 1 0 %g 0a%g %g 0 1 0 %g 0z", x-r, y, r, r, 2*r, r, r, -2*r)
}

// court draws the figure of a king, a queen or a jack; it returns "" for other cards.
func court(c card.Card) string {
	var b strings.Builder
	for i, l := range figures[c.Rank] {
		if i == 0 {
			l.path += pip(c.Suit, 38.5, 20, 0.155)
		}
		class := ""
		if l.class != "" {
			class = " class=" + l.class
		}
		fmt.Fprintf(&b, `<path%s d="%s"/>`, class, l.path)
	}
	if b.Len() == 0 {
		return ""
	}
	figure := `<g clip-path="url(#half)">` + b.String() + `</g>`
	return `<path class=p d="` + panel + `"/>` + twice(figure) + `<path class=sa d="M9 79.500 91 60.500"/><path class=po d="` + panel + `"/>`
}

// hat draws the cap of a joker, which also stands in the card's corners.
func hat(x, y int, size float64) string {
	return fmt.Sprintf(`<g transform="translate(%d %d) scale(%g)">`, x, y, size) +
		`<path class=jh d="M-26 20C-30-2-28-14-40-18-24-30-8-20-6 20z"/><path class=jd d="M26 20C30-2 28-14 40-18 24-30 8-20 6 20z"/><path class=go d="M-14 20Q-12-14 0-38 12-14 14 20z"/>` +
		`<path class=ik d="M-28 18h56v9h-56z` + ring(-41, -17, 5) + ring(41, -17, 5) + ring(0, -40, 5) + `"/></g>`
}

// Columns and rows of lozenges on the back, and the distance between them.
const (
	columns, rows = 5, 6
	wide, high    = 16, 20
)

// back draws the back of all cards: whole lozenges with gold pips, and a star in the middle.
func back() string {
	var lines, dots strings.Builder
	for i := range columns {
		for j := range rows {
			x, y := 10+wide*i, 10+high*j
			fmt.Fprintf(&lines, "M%d %dl8-10 8 10-8 10z", x, y+high/2)
			fmt.Fprintf(&dots, "M%d %gl2.600 3.200-2.600 3.200-2.600-3.200z", x+wide/2, float64(y)+6.8)
		}
	}
	return `<rect x=6 y=6 width=88 height=128 rx=5 class=b /><path class=bl d="` + lines.String() + `"/><path class=bd d="` + dots.String() + `"/><rect x=10 y=10 width=80 height=120 rx=2 class=bf />` +
		`<path class=bm d="M50 40 74 70 50 100 26 70z"/><path class=bv d="M50 47 68.400 70 50 93 31.600 70z"/><path class=bg d="M50 54.500 53.800 63l9.200.9-7 6.100 2.100 9.100-8.100-4.800-8.100 4.800 2.100-9.100-7-6.100 9.200-.9z"/>`
}

// group returns the class of a card without a suit, by its shape.
func group(c card.Card) string {
	switch {
	case c.Rank > 9:
		return "g3"
	case c.Rank > 5:
		return "g2"
	}
	return "g1"
}
