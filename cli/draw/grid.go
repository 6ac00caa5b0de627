package draw

import "strings"

// A Grid sets rows of clean text in columns.
type Grid struct {
	rows [][]string // of one cell: a line as it is
}

// Row adds a row.
func (t *Grid) Row(cells ...string) { t.rows = append(t.rows, cells) }

// Line adds a line that goes across the columns.
func (t *Grid) Line(text string) { t.rows = append(t.rows, []string{text}) }

// Text is the whole grid, each row a line.
func (t *Grid) Text() string {
	var widths []int
	for _, r := range t.rows {
		for i, cell := range r[:len(r)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(cell))
		}
	}
	var b strings.Builder
	for _, r := range t.rows {
		line := ""
		for i, cell := range r {
			if i < len(r)-1 {
				cell = Pad(cell, widths[i]) + "  "
			}
			line += cell
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}
