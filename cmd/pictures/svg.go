package main

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Lengths of the picture, in user units.
const (
	cellWidth  = 8.4
	cellHeight = 17
	margin     = 12
)

// animate makes a picture of screens that follow each other, forever. Somebody who has asked
// for less motion sees the last but one.
func animate(frames []frame) []byte {
	var total time.Duration
	for _, f := range frames {
		total += f.stays
	}
	var b bytes.Buffer
	begin(&b, "A hand of Five in the full-screen table of fives", columns, rows)
	var from time.Duration
	for i, f := range frames {
		to := from + f.stays
		fmt.Fprintf(&b, "#f%d{visibility:hidden;animation:k%d %.1fs step-end infinite}@keyframes k%d{0%%{visibility:%s}%s%.2f%%{visibility:hidden}}\n",
			i, i, total.Seconds(), i, visible(i == 0), appears(i, from, total), 100*to.Seconds()/total.Seconds())
		from = to
	}
	fmt.Fprintf(&b, "@media (prefers-reduced-motion){g{animation:none!important}#f%d{visibility:visible}}\n", len(frames)-2)
	ground(&b, columns, rows)
	for i, f := range frames {
		fmt.Fprintf(&b, "<g id=\"f%d\">\n", i)
		f.screen.draw(&b)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// still makes a picture of one screen.
func still(title string, s screen) []byte {
	var b bytes.Buffer
	begin(&b, title, columns, rows)
	ground(&b, columns, rows)
	s.draw(&b)
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// size returns the size of a picture of some cells, in user units.
func size(columns, rows int) (width float64, height int) {
	return float64(columns)*cellWidth + 2*margin, rows*cellHeight + 2*margin
}

// begin writes the beginning of a picture, up to where more style can follow.
func begin(b *bytes.Buffer, title string, columns, rows int) {
	width, height := size(columns, rows)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14">`+"\n", width, height)
	fmt.Fprintf(b, "<title>%s</title>\n<style>\n", title)
	b.WriteString("text{white-space:pre;fill:#d0d0d0}.b{font-weight:bold}.u{text-decoration:underline}\n")
}

// ground ends the style and writes the background of the cells.
func ground(b *bytes.Buffer, columns, rows int) {
	width, height := size(columns, rows)
	fmt.Fprintf(b, "</style>\n"+`<rect width="%.0f" height="%d" rx="8" fill="#16181d"/>`+"\n", width, height)
}

func visible(yes bool) string {
	if yes {
		return "visible"
	}
	return "hidden"
}

// appears returns the key frame at which a screen comes.
func appears(i int, from, total time.Duration) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f%%{visibility:visible}", 100*from.Seconds()/total.Seconds())
}

// draw writes the cells; cells that look alike and stand side by side are written at once.
func (s screen) draw(b *bytes.Buffer) {
	for y, line := range s {
		for x := 0; x < columns; {
			end := x + 1
			for end < columns && alike(line[x], line[end]) {
				end++
			}
			run(b, line[x:end], x, y)
			x = end
		}
	}
}

func alike(a, b uv.Cell) bool {
	return b.Width == 0 || a.Style.Equal(&b.Style)
}

// run writes one run of cells.
func run(b *bytes.Buffer, cells []uv.Cell, x, y int) {
	var text strings.Builder
	for _, c := range cells {
		text.WriteString(c.Content)
	}
	look := cells[0].Style
	ink, ground := colour(look.Fg, "#d0d0d0"), colour(look.Bg, "")
	if look.Attrs&uv.AttrReverse != 0 {
		ink, ground = colour(look.Bg, "#16181d"), ink
	}
	left, top := margin+float64(x)*cellWidth, margin+y*cellHeight
	if ground != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`, left, top, float64(len(cells))*cellWidth, cellHeight, ground)
	}
	line := text.String()
	bare := strings.TrimRight(line, " ")
	if bare == "" {
		return
	}
	width := len(cells) - (len(line) - len(bare))
	fmt.Fprintf(b, `<text x="%.1f" y="%d" textLength="%.1f"%s%s>%s</text>`+"\n", left, top+13, float64(width)*cellWidth,
		class(look), fill(ink), html.EscapeString(bare))
}

func class(look uv.Style) string {
	var names []string
	if look.Attrs&uv.AttrBold != 0 {
		names = append(names, "b")
	}
	if look.Underline != uv.UnderlineNone {
		names = append(names, "u")
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf(` class="%s"`, strings.Join(names, " "))
}

func fill(ink string) string {
	if ink == "#d0d0d0" {
		return ""
	}
	return fmt.Sprintf(` style="fill:%s"`, ink)
}

// palette has the colours that terminals choose themselves.
var palette = [16]string{
	"#16181d", "#d75f5f", "#87af5f", "#d7af5f", "#5f87d7", "#af87d7", "#5fafaf", "#d0d0d0",
	"#767676", "#ff8787", "#afd787", "#ffd787", "#87afff", "#d7afff", "#87d7d7", "#ffffff",
}

func colour(c color.Color, otherwise string) string {
	switch c := c.(type) {
	case nil:
		return otherwise
	case ansi.BasicColor:
		return palette[c]
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
