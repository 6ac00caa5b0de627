package draw

import (
	"strings"
	"unicode"

	"fives/cli/layout"
	"fives/cli/shown"
	"fives/engine/card"
)

// A Look says how a text is set: with which pen, and in how many columns.
type Look struct {
	Pen
	Columns int
	ASCII   bool
}

// Markdown draws a text as [shown.Blocks] reads it. Blocks of code marked cards are drawn as
// cards.
func (l Look) Markdown(text string) []string {
	var lines []string
	for _, b := range shown.Blocks(text) {
		switch b.Kind {
		case shown.TableBlock:
			lines = append(lines, l.table(b.Rows)...)
		case shown.CodeBlock:
			lines = append(lines, l.block(b.Mark, b.Lines)...)
		case shown.HeadingBlock:
			lines = append(lines, l.Strong(l.plain(b.Text)))
		default:
			lines = append(lines, l.paragraph(b.Marker, b.Text)...)
		}
	}
	return lines
}

// paragraph breaks a text into lines; all but the first are indented by the width of its
// marker.
func (l Look) paragraph(marker, text string) []string {
	lines := layout.Wrap(l.inline(text), max(leastColumns, l.Columns-len(marker)))
	if len(lines) == 0 {
		return []string{""}
	}
	lines = Indented(strings.Repeat(" ", len(marker)), lines)
	lines[0] = marker + lines[0][len(marker):]
	return lines
}

const leastColumns = 20

// inline draws the cards of a line, and sets what is strong.
func (l Look) inline(text string) string {
	var b strings.Builder
	for _, run := range shown.Runs(text) {
		text := l.plain
		if run.Strong {
			text = l.strong
		}
		b.WriteString(run.Says.Write(text, l.Card))
	}
	return b.String()
}

// strong makes each word of a text strong by itself, because the line may be broken between
// them.
func (l Look) strong(text string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		if w != "" {
			words[i] = l.Strong(l.plain(w))
		}
	}
	return strings.Join(words, " ")
}

// plain returns a text in ASCII, if that is asked for.
func (l Look) plain(text string) string {
	if !l.ASCII {
		return text
	}
	text = strings.NewReplacer("♣", "c", "♦", "d", "♥", "h", "♠", "s", "★", "t", "…", "...", "–", "-", "—", "-", "−", "-", "·", "-", "×", "x", "≤", "<=", "≥", ">=", "→", "->", "’", "'", "“", `"`, "”", `"`).Replace(text)
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '?'
		}
		return r
	}, text)
}

// block draws a block of code.
func (l Look) block(mark string, lines []string) []string {
	var all []string
	for _, s := range lines {
		cards, err := card.ParseAll(strings.Fields(s))
		if mark != "cards" || err != nil {
			all = append(all, "  "+l.plain(s))
			continue
		}
		for len(cards) > 0 {
			n := min(len(cards), max(1, (l.Columns-2)/faceWidth))
			all = append(all, l.faces(cards[:n])...)
			cards = cards[n:]
		}
	}
	return all
}

// faceWidth is the width of a card with a rank of two digits.
const faceWidth = 5

// faces draws cards side by side.
func (l Look) faces(cards []card.Card) []string {
	corners, across, down := []string{"╭", "╮", "╰", "╯"}, "───", "│"
	if l.ASCII {
		corners, across, down = []string{"+", "+", "+", "+"}, "---", "|"
	}
	rows := []string{"  ", "  ", "  ", "  "}
	for _, c := range cards {
		rows[0] += l.Weak(corners[0] + across + corners[1])
		rows[1] += l.Weak(down) + layout.Pad(l.Card(c), faceWidth-2) + l.Weak(down)
		rows[2] += l.Weak(down) + "   " + l.Weak(down)
		rows[3] += l.Weak(corners[2] + across + corners[3])
	}
	return rows
}

// table draws a table in columns. Only its last column is broken into lines.
func (l Look) table(source [][]string) []string {
	var rows [][]string
	var widths []int
	for _, s := range source {
		cells := make([]string, len(s))
		for j, cell := range s {
			cells[j] = l.inline(cell)
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], layout.Width(cells[j]))
		}
		rows = append(rows, cells)
	}
	var lines []string
	for i, cells := range rows {
		for _, line := range l.row(cells, widths) {
			if i == 0 {
				line = l.Weak(line)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// row draws a row of a table. If the other cells leave too little room for the last one, they
// get lines of their own.
func (l Look) row(cells []string, widths []int) []string {
	head := "  "
	for j, cell := range cells[:len(cells)-1] {
		head += layout.Pad(cell, widths[j]) + "  "
	}
	last, room := cells[len(cells)-1], l.Columns-layout.Width(head)
	if room < min(widths[len(widths)-1], leastColumns) {
		lines := Indented("  ", layout.Wrap(strings.Join(cells[:len(cells)-1], "  "), max(leastColumns, l.Columns-2)))
		return append(lines, Indented("      ", layout.Wrap(last, max(leastColumns, l.Columns-6)))...)
	}
	lines := Indented(strings.Repeat(" ", layout.Width(head)), layout.Wrap(last, room))
	if len(lines) == 0 {
		return []string{strings.TrimRight(head, " ")}
	}
	lines[0] = head + strings.TrimLeft(lines[0], " ")
	return lines
}

// Indented puts a margin before each line.
func Indented(by string, lines []string) []string {
	for i := range lines {
		lines[i] = by + lines[i]
	}
	return lines
}
