package cli

import (
	"strings"

	"fives/cli/draw"
)

// A grid sets rows of clean text in columns.
type grid struct {
	rows [][]string // of one cell: a line as it is
}

func (t *grid) row(cells ...string) { t.rows = append(t.rows, cells) }

func (t *grid) line(text string) { t.rows = append(t.rows, []string{text}) }

func (t *grid) text() string {
	var widths []int
	for _, r := range t.rows {
		for i, cell := range r[:len(r)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], draw.Width(cell))
		}
	}
	var b strings.Builder
	for _, r := range t.rows {
		line := ""
		for i, cell := range r {
			if i < len(r)-1 {
				cell = draw.Pad(cell, widths[i]) + "  "
			}
			line += cell
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
