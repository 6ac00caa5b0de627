package layout

import "strings"

// A Grid sets rows of clean text in columns.
type Grid struct {
	rows [][]string // a row of one cell is a line as it is
}

// Row adds a row.
func (t *Grid) Row(cells ...string) { t.rows = append(t.rows, cells) }

// Line adds a line that goes across the columns.
func (t *Grid) Line(text string) { t.rows = append(t.rows, []string{text}) }

// Text returns the whole grid, one line for each row.
func (t *Grid) Text() string {
	widths := t.widths()
	var b strings.Builder
	for _, r := range t.rows {
		b.WriteString(strings.TrimRight(row(r[:len(r)-1], widths)+r[len(r)-1], " ") + "\n")
	}
	return b.String()
}

// widths returns the widths of all columns but the last.
func (t *Grid) widths() (widths []int) {
	for _, r := range t.rows {
		for i, cell := range r[:len(r)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(cell))
		}
	}
	return widths
}

// The space between columns, the indentation of a continued line, and the least room for words.
const (
	gap        = "  "
	leastWords = 16
)

func row(cells []string, widths []int) (line string) {
	for i, cell := range cells {
		line += Pad(cell, widths[i]) + gap
	}
	return line
}

// labels is how many cells at the beginning of a longer row are labels. They keep columns of
// their own when the grid is too wide.
const labels = 2

// Within returns the grid in lines of at most columns columns, 0 for any number. If the grid is
// wider than that, the cells of a row after its labels are wrapped beside them.
func (t *Grid) Within(columns int) string {
	whole := t.Text()
	if columns == 0 || widest(whole) <= columns {
		return whole
	}
	widths := t.widths()
	var b strings.Builder
	for _, r := range t.rows {
		head, hang := gap, gap+gap
		if n := min(labels, len(r)-1); n > 0 {
			head = row(r[:n], widths)
			hang, r = strings.Repeat(" ", Width(head)), r[n:]
		}
		for _, l := range Wrap(strings.Join(r, "; "), max(leastWords, columns-Width(hang))) {
			b.WriteString(strings.TrimRight(head+l, " ") + "\n")
			head = hang
		}
	}
	return b.String()
}

func widest(text string) (n int) {
	for line := range strings.SplitSeq(text, "\n") {
		n = max(n, Width(line))
	}
	return n
}
