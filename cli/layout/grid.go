package layout

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
	widths := t.widths()
	var b strings.Builder
	for _, r := range t.rows {
		b.WriteString(strings.TrimRight(row(r[:len(r)-1], widths)+r[len(r)-1], " ") + "\n")
	}
	return b.String()
}

// widths are those of all columns but the last.
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

// Between columns, before a line that goes on, and the least room for words.
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

// labels is how many cells of a row, if it has more, say what it is about, and stay in a
// column of their own where the grid is too wide.
const labels = 2

// Within is the grid in lines of at most so many columns, 0 for any number. Where it
// is wider, all that is behind the first cells of a row is wrapped beside them.
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
