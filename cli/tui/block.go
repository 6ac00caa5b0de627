package tui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/layout"
)

// A block is a rectangle of text, with the places in it that can be clicked. Its lines may be
// shorter than its width.
type block struct {
	lines []string
	spots []*lipgloss.Layer // each named by what lies there
}

func text(lines ...string) block { return block{lines: lines} }

func (b block) height() int { return len(b.lines) }

func (b block) width() int {
	w := 0
	for _, l := range b.lines {
		w = max(w, ansi.StringWidth(l))
	}
	return w
}

// fit cuts or fills the block to a size; a dimension of 0 stays as it is.
func (b block) fit(w, h int) block {
	lines := slices.Clone(b.lines)
	if h > 0 {
		lines = lines[:min(len(lines), h)]
		for len(lines) < h {
			lines = append(lines, "")
		}
	}
	if w > 0 {
		for i, l := range lines {
			lines[i] = layout.Pad(ansi.Truncate(l, w, ""), w)
		}
	}
	if h == 0 {
		return block{lines: lines, spots: b.spots}
	}
	seen := slices.DeleteFunc(slices.Clone(b.spots), func(s *lipgloss.Layer) bool { return s.GetY() >= h })
	return block{lines: lines, spots: seen}
}

// as makes the whole block one thing to click: card, move, row or field number i.
func (b block) as(what string, i int) block {
	b.spots = []*lipgloss.Layer{lipgloss.NewLayer(b.String()).ID(fmt.Sprint(what, " ", i))}
	return b
}

// spotsAt returns the block's spots, moved to where the block lies in one around it.
func (b block) spotsAt(x, y int) []*lipgloss.Layer {
	var spots []*lipgloss.Layer
	for _, s := range b.spots {
		there := *s
		spots = append(spots, there.X(s.GetX()+x).Y(s.GetY()+y))
	}
	return spots
}

// around cuts h lines out of a block so that a given line is among them; through says whether that cuts
// what is below the first line of something to click.
func (b block) around(line, h int) (part block, through bool) {
	if h < 1 {
		return block{}, false
	}
	top := max(0, min(line-h/2, len(b.lines)-h))
	part = block{lines: slices.Clone(b.lines[top:min(top+h, len(b.lines))]), spots: b.spotsAt(0, -top)}
	through = slices.ContainsFunc(part.spots, func(s *lipgloss.Layer) bool { return s.GetY() < h-1 && s.GetY()+s.Height() > h })
	part.spots = slices.DeleteFunc(part.spots, func(s *lipgloss.Layer) bool { return s.GetY() < 0 || s.GetY()+s.Height() > h })
	return part, through
}

// above stacks blocks, the first on top.
func above(blocks ...block) block {
	var all block
	for _, b := range blocks {
		all.spots = append(all.spots, b.spotsAt(0, len(all.lines))...)
		all.lines = append(all.lines, b.lines...)
	}
	return all
}

// beside puts blocks side by side, with a gap between them.
func beside(gap int, blocks ...block) block {
	h := 0
	for _, b := range blocks {
		h = max(h, b.height())
	}
	all := block{lines: make([]string, h)}
	x := 0
	for i, b := range blocks {
		if i > 0 {
			x += gap
		}
		for y := range h {
			line := ""
			if y < len(b.lines) {
				line = b.lines[y]
			}
			all.lines[y] = layout.Pad(all.lines[y], x) + line
		}
		all.spots = append(all.spots, b.spotsAt(x, 0)...)
		x += b.width()
	}
	return all
}

// over lays a block on the middle of another one, whose spots can then no longer be clicked.
func (b block) over(top block) block {
	x, y := max(0, (b.width()-top.width())/2), max(0, (b.height()-top.height())/2)
	all := lipgloss.NewCompositor(lipgloss.NewLayer(b.String()), lipgloss.NewLayer(top.String()).X(x).Y(y).Z(1))
	return block{lines: strings.Split(all.Render(), "\n"), spots: top.spotsAt(x, y)}
}

// at returns what lies at a place, "" if nothing can be clicked there.
func (b block) at(x, y int) (what string, i int) {
	_, _ = fmt.Sscan(lipgloss.NewCompositor(b.spots...).Hit(x, y).ID(), &what, &i)
	return what, i
}

func (b block) String() string { return strings.Join(b.lines, "\n") }

// cut shortens a line to w columns and marks the cut.
func (p palette) cut(s string, w int) string {
	if w <= 0 {
		return ""
	}
	return ansi.Truncate(s, w, p.pick("…", "~"))
}

// first returns the first h of some lines of w columns, and marks the cut.
func (p palette) first(h int, lines []string, w int) []string {
	if h < 1 || len(lines) <= h {
		return lines
	}
	lines = slices.Clone(lines[:h])
	lines[h-1] = ansi.Truncate(strings.TrimRight(lines[h-1], " "), w-1, "") + p.pick("…", "~")
	return lines
}

// ends puts one text at the left end of a line and another at the right. If both do not fit,
// the left one is cut.
func (p palette) ends(left, right string, w int) string {
	room := w - ansi.StringWidth(right)
	if ansi.StringWidth(left) >= room {
		left = p.cut(left, max(0, room-1))
	}
	return ansi.Truncate(layout.Pad(left, room)+right, w, "")
}

// wrap breaks a plain text into lines. A word that is longer than a line is broken too, because
// nobody can read what lies beyond the edge.
func wrap(s string, w int) (lines []string) {
	w = max(w, 10)
	for _, l := range layout.Wrap(s, w) {
		lines = append(lines, strings.Split(ansi.Hardwrap(l, w, true), "\n")...)
	}
	return lines
}
