package tui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/engine/card"
	"fives/engine/rules"
)

// A size is how large a card is drawn.
type size struct{ w, h int }

var (
	small = size{w: 6, h: 4}
	large = size{w: 7, h: 5}
	huge  = size{w: 9, h: 7}
)

// A pose is the state in which a card is drawn.
type pose struct {
	chosen  bool
	cursor  bool
	useless bool // no legal move uses it
}

// A frame has the corners and edges of a card, for terminals with and without Unicode.
type frame struct{ tl, tr, bl, br, across, down, back string }

func (p palette) frame() frame {
	if p.ascii {
		return frame{tl: "+", tr: "+", bl: "+", br: "+", across: "-", down: "|", back: "#"}
	}
	return frame{tl: "╭", tr: "╮", bl: "╰", br: "╯", across: "─", down: "│", back: "▒"}
}

// face draws a card, or only its leftmost w columns if another card lies on it. Rank and suit
// are at the left, so that they stay visible.
func (p palette) face(c card.Card, s size, w int, o pose) []string {
	edge := p.edge(o)
	f := p.frame()
	across := strings.Repeat(f.across, s.w-2)
	lines := []string{edge.Render(clip(f.tl+across+f.tr, w))}
	for _, row := range p.rows(c, s, w == s.w) {
		lines = append(lines, edge.Render(f.down)+p.ink(c, o).Render(clip(row, w-1))+edge.Render(clip(f.down, w-s.w+1)))
	}
	return append(lines, edge.Render(clip(f.bl+across+f.br, w)))
}

// rows draws the inside of a card. Only a whole card has its rank at the bottom too: half a
// rank would be another rank.
func (p palette) rows(c card.Card, s size, whole bool) []string {
	in := s.w - 2
	if !c.Known() {
		back := strings.Repeat(p.frame().back, in)
		return strings.Split(strings.TrimSuffix(strings.Repeat(back+"\n", s.h-2), "\n"), "\n")
	}
	rows := []string{layout.Pad(p.rank(c), in), layout.Pad(p.suit(c)+p.sign(c), in)}
	for len(rows) < s.h-2 {
		rows = append(rows, layout.Pad("", in))
	}
	if whole && s.h > small.h {
		rows[len(rows)-1] = draw.PadLeft(p.rank(c), in)
	}
	if whole && s.h == huge.h {
		rows[2] = layout.Pad(strings.Repeat(" ", in/2)+p.suit(c), in)
	}
	return rows
}

func (p palette) ink(c card.Card, o pose) lipgloss.Style {
	switch {
	case !c.Known():
		return p.weak
	case o.useless && !o.chosen:
		return p.suits[c.Suit].Bold(false).Faint(true)
	}
	return p.suits[c.Suit]
}

func (p palette) edge(o pose) lipgloss.Style {
	switch {
	case o.chosen:
		return p.accent
	case o.cursor:
		return p.strong
	}
	return p.weak
}

// blank draws the place where a card could lie.
func (p palette) blank(s size) []string {
	dots := p.pick("┄", ".")
	side := p.pick("┊", ":")
	lines := []string{p.weak.Render(p.frame().tl + strings.Repeat(dots, s.w-2) + p.frame().tr)}
	for range s.h - 2 {
		lines = append(lines, p.weak.Render(side+strings.Repeat(" ", s.w-2)+side))
	}
	return append(lines, p.weak.Render(p.frame().bl+strings.Repeat(dots, s.w-2)+p.frame().br))
}

// clip returns the first w columns of a text whose characters take one column each.
func clip(s string, w int) string {
	r := []rune(s)
	return string(r[:min(len(r), max(0, w))])
}

// fan lays the cards of a group over each other, so that they take at most room columns. Below
// wild cards it says what they stand for.
func (p palette) fan(g rules.Group, s size, room int) block {
	cards := g.Cards
	if len(cards) == 0 {
		return text(p.blank(s)...)
	}
	pitch := pitchOf(len(cards), s, room)
	var parts []block
	for i, c := range cards {
		w := pitch
		if i == len(cards)-1 {
			w = s.w
		}
		face := p.face(c, s, min(w, s.w), pose{})
		if i < len(g.For) && g.For[i].Known() {
			face = append(face, p.weak.Render("=")+p.suits[g.For[i].Suit].Render(clip(p.rank(g.For[i])+p.suit(g.For[i]), w-1)))
		}
		parts = append(parts, text(face...))
	}
	return beside(0, parts...)
}

// narrowest is the least width that shows a rank of two digits.
const narrowest = 3

// pitchOf returns how far apart n cards lie.
func pitchOf(n int, s size, room int) int {
	if n < 2 {
		return s.w
	}
	return max(narrowest, min(s.w, (room-s.w)/(n-1)))
}
