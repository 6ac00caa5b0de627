package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/prefs"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
)

// A felt is the middle of the table: every zone that is not a hand.
type felt struct {
	p     palette
	most  prefs.Size // the largest size of cards
	whole bool       // every card of a pile matters
	zones []rules.Zone
	you   int // the player's own seat
	name  func(seat int) string
	// numbers are the indexes of the zones in the view, for clicks.
	numbers []int
}

// draw draws the zones as cards if there is room, else in lines.
func (f felt) draw(w, h int) block {
	if f.whole {
		return f.rows(w, h)
	}
	for _, s := range f.sizes() {
		if b := f.cards(s, w); fitting(b, w, h) && (s == small || h >= 3*s.h) {
			return b
		}
	}
	return f.rows(w, h)
}

// sizes lists the sizes of cards, largest first; draw takes the first for which there is room.
func (f felt) sizes() []size {
	switch f.most {
	case prefs.Small:
		return []size{small}
	case prefs.Large:
		return []size{large, small}
	}
	return []size{huge, large, small}
}

// fitsAsCards reports whether there is room to draw the zones as cards.
func (f felt) fitsAsCards(w, h int) bool { return !f.whole && fitting(f.cards(small, w), w, h) }

func fitting(b block, w, h int) bool { return b.height() <= h && b.width() <= w }

// cards puts the zones that have faces side by side, and the others in lines below.
func (f felt) cards(s size, w int) block {
	var piles, lines []block
	for i, z := range f.zones {
		if spread(z) {
			piles = append(piles, f.clickable(i, f.pile(z, s, w)))
		} else {
			lines = append(lines, f.clickable(i, f.line(z, w)))
		}
	}
	return above(append([]block{flow(gap, w, piles)}, lines...)...)
}

const gap = 2

// leastLine is how many columns a pile needs for its whole label and its top card.
const leastLine = 24

// spread reports whether a zone is drawn as cards.
func spread(z rules.Zone) bool {
	switch z.Kind {
	case rules.StockZone, rules.PileZone, rules.TrickZone:
		return true
	}
	return z.Kind == rules.MeldZone && len(z.Groups) > 0
}

// title returns a zone's label with its count.
func (f felt) title(z rules.Zone) string {
	return f.label(z) + f.p.weak.Render(fmt.Sprintf(" %d", z.Count))
}

func (f felt) label(z rules.Zone) string {
	return f.p.strong.Render(shown.ZoneLabel(z, f.you, f.name))
}

// pile draws a zone as cards, with its label above.
func (f felt) pile(z rules.Zone, s size, w int) block {
	title := text(f.title(z))
	switch z.Kind {
	case rules.StockZone:
		if z.Count == 0 {
			return above(title, text(f.p.blank(s)...))
		}
		return above(title, text(f.p.face(card.Card{}, s, s.w, pose{})...))
	case rules.PileZone:
		return above(title, f.top(z, s))
	}
	if len(z.Groups) == 0 {
		return above(title, text(f.p.blank(s)...))
	}
	var groups []block
	for _, g := range z.Groups {
		b := f.p.fan(g, s, min(w, s.w+narrowest*max(0, len(g.Cards)-1)))
		if g.Seat >= 0 && g.Seat != z.Seat {
			b = above(b, text(f.p.cut(f.name(g.Seat), max(b.width(), s.w))))
		}
		groups = append(groups, b)
	}
	return above(title, flow(1, w, groups))
}

// top draws the last card of a pile, with those just below it in a column.
func (f felt) top(z rules.Zone, s size) block {
	cards := shown.Cards(z)
	if len(cards) == 0 {
		return text(f.p.blank(s)...)
	}
	last := len(cards) - 1
	b := text(f.p.face(cards[last], s, s.w, pose{})...)
	var below []string
	for i := last - 1; i >= max(0, last-s.h); i-- {
		below = append(below, f.p.name(cards[i]))
	}
	if len(below) == 0 {
		return b
	}
	return beside(1, b, text(below...))
}

// flow puts blocks side by side, and goes on below where there is no room.
func flow(gap, w int, blocks []block) block {
	var rows, row []block
	x := 0
	for _, b := range blocks {
		if x > 0 && x+b.width() > w {
			rows, row, x = append(rows, beside(gap, row...)), nil, 0
		}
		row = append(row, b)
		x += b.width() + gap
	}
	return above(append(rows, beside(gap, row...))...)
}

// rows draws every zone in lines of its own. If that takes too many lines, each zone gets one,
// and there are two columns.
func (f felt) rows(w, h int) block {
	var lines, shorts []block
	for i, z := range f.zones {
		lines = append(lines, f.clickable(i, f.line(z, w)))
		shorts = append(shorts, f.clickable(i, f.line(z, w).fit(0, 1)))
	}
	if b := above(lines...); b.height() <= h {
		return b
	}
	if b := above(shorts...); b.height() <= h {
		return b
	}
	return f.columns(w, h)
}

func (f felt) columns(w, h int) block {
	half := (w - gap) / 2
	var left, right []block
	for n, i := range f.urgent() {
		b := f.clickable(i, f.line(f.zones[i], half).fit(half, 1))
		if n < h {
			left = append(left, b)
		} else {
			right = append(right, b)
		}
	}
	return beside(gap, above(left...), above(right...))
}

// urgent returns the zones in the order in which they get room: first those with a card on top,
// which must be seen.
func (f felt) urgent() []int {
	var open, rest []int
	for i, z := range f.zones {
		if cards := shown.Cards(z); len(cards) > 0 && cards[len(cards)-1].Known() {
			open = append(open, i)
		} else {
			rest = append(rest, i)
		}
	}
	return append(open, rest...)
}

// clickable makes a zone a thing to click, if moves use it.
func (f felt) clickable(i int, b block) block {
	if f.zones[i].Play == "" || i >= len(f.numbers) {
		return b
	}
	return b.as("zone", f.numbers[i])
}

// line draws a zone as text, its groups on as many lines as they need.
func (f felt) line(z rules.Zone, w int) block {
	if z.Marks != nil {
		f.p = f.p.marked(z.Marks)
	}
	head := f.title(z) + "  "
	if !slices.ContainsFunc(shown.Cards(z), card.Card.Known) {
		return text(f.p.cut(head, w))
	}
	if z.Kind == rules.PileZone {
		line := f.pileLine(z)
		if words := strings.Fields(z.Label); w < leastLine && len(words) > 1 {
			return text(f.p.cut(f.p.strong.Render(words[len(words)-1])+" "+line, w)) // the top card is what counts
		}
		if bare := f.label(z) + "  " + line; ansi.StringWidth(bare) <= w {
			return text(bare) // all are seen, and need not be counted
		}
		return text(f.p.cut(head+line, w))
	}
	lines, sep := []string{head}, f.p.weak.Render(f.p.pick(" │ ", " | "))
	for i, g := range z.Groups {
		part := f.p.group(g)
		if g.Seat >= 0 && g.Seat != z.Seat {
			part = f.name(g.Seat) + " " + part
		}
		last := &lines[len(lines)-1]
		switch {
		case i == 0:
			*last += part
		case ansi.StringWidth(*last+sep+part) > w:
			lines = append(lines, "  "+part)
		default:
			*last += sep + part
		}
	}
	for i, l := range lines {
		lines[i] = f.p.cut(l, w)
	}
	return text(lines...)
}

// full draws every zone with all its cards, in lines of at most w columns.
func (f felt) full(w int) (lines []string) {
	for _, z := range f.zones {
		b := f.line(z, w)
		if z.Kind == rules.PileZone {
			b = text(strings.Split(ansi.Wordwrap(f.title(z)+"  "+f.pileLine(z), w, ""), "\n")...)
		}
		lines = append(lines, b.lines...)
	}
	return lines
}

// pileLine draws a pile from its top down.
func (f felt) pileLine(z rules.Zone) string {
	cards := shown.Cards(z)
	var words []string
	for i := len(cards) - 1; i >= 0; i-- {
		words = append(words, f.p.name(cards[i]))
	}
	return strings.Join(words, " ")
}
