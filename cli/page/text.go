package page

import (
	"regexp"
	"strings"
	"unicode"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/engine/card"
)

// A Look is how the reader's terminal shows a page.
type Look struct {
	draw.Pen
	Columns int
	ASCII   bool
}

// Text sets Markdown, a paragraph of which is one line.
func Text(markdown string, l Look) []string {
	var lines []string
	source := strings.Split(strings.TrimSpace(markdown), "\n")
	for i := 0; i < len(source); i++ {
		text := source[i]
		n := 1 // lines of the source that belong together
		switch {
		case strings.HasPrefix(text, "|"):
			n = span(source[i:], func(s string) bool { return strings.HasPrefix(s, "|") })
			lines = append(lines, l.table(source[i:i+n])...)
		case strings.HasPrefix(text, "```"):
			n = 1 + span(source[i+1:], func(s string) bool { return !strings.HasPrefix(s, "```") })
			lines = append(lines, l.block(strings.TrimPrefix(text, "```"), source[i+1:i+n])...)
			n++
		case strings.HasPrefix(text, "#"):
			lines = append(lines, l.Strong(l.plain(strings.TrimLeft(text, "# "))))
		default:
			lines = append(lines, l.paragraph(text)...)
		}
		i += n - 1
	}
	return lines
}

// span is how many lines from the first on are of a kind.
func span(lines []string, is func(string) bool) int {
	for i, s := range lines {
		if !is(s) {
			return i
		}
	}
	return len(lines)
}

// marker is what a paragraph begins with that hangs out: the number of a rule, or the
// sign of a list.
var marker = regexp.MustCompile(`^ *(?:(?:\d+\.)+\d* +|- +)`)

// paragraph breaks a line; what follows a marker is indented by it.
func (l Look) paragraph(text string) []string {
	head := marker.FindString(text)
	lines := layout.Wrap(l.inline(text[len(head):]), max(leastColumns, l.Columns-len(head)))
	if len(lines) == 0 {
		return []string{""}
	}
	for i := range lines {
		if i == 0 {
			lines[i] = head + lines[i]
		} else {
			lines[i] = strings.Repeat(" ", len(head)) + lines[i]
		}
	}
	return lines
}

const leastColumns = 20

// inline draws the cards of a line, and makes strong what stands between stars, or
// in backquotes: what one types.
func (l Look) inline(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(strings.ReplaceAll(text, "**", "`"), "`") {
		style := l.Strong
		if i%2 == 0 {
			style = func(s string) string { return s }
		}
		b.WriteString(l.words(part, style))
	}
	return b.String()
}

// words draws each word of a text: a card that is written with its sign as a card.
func (l Look) words(text string, style func(string) string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		core := strings.TrimFunc(w, unicode.IsPunct)
		if c, err := card.Parse(core); err == nil && strings.ContainsAny(core, "♣♦♥♠★") {
			before, after, _ := strings.Cut(w, core)
			words[i] = before + l.Card(c) + after
		} else if w != "" {
			words[i] = style(l.plain(w))
		}
	}
	return strings.Join(words, " ")
}

// plain is a text in ASCII, if that is asked for.
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

// block is a block of code.
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

// faceWidth is that of a card with a rank of two digits.
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

// table sets a table in columns, of which the last one is broken.
func (l Look) table(source []string) []string {
	var rows [][]string
	var widths []int
	for i, s := range source {
		if i == 1 {
			continue // the line below the heads
		}
		cells := strings.Split(strings.Trim(s, "| "), " | ")
		for j, cell := range cells {
			cells[j] = l.inline(strings.TrimSpace(cell))
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

// row is one row of a table. Where its cells but the last would leave too little
// room, they have lines of their own.
func (l Look) row(cells []string, widths []int) []string {
	head := "  "
	for j, cell := range cells[:len(cells)-1] {
		head += layout.Pad(cell, widths[j]) + "  "
	}
	last, room := cells[len(cells)-1], l.Columns-layout.Width(head)
	if room < min(widths[len(widths)-1], leastColumns) {
		lines := layout.Wrap(strings.Join(cells[:len(cells)-1], "  "), max(leastColumns, l.Columns-2))
		for i := range lines {
			lines[i] = "  " + lines[i]
		}
		return append(lines, indented("      ", layout.Wrap(last, max(leastColumns, l.Columns-6)))...)
	}
	lines := indented(strings.Repeat(" ", layout.Width(head)), layout.Wrap(last, room))
	if len(lines) == 0 {
		return []string{strings.TrimRight(head, " ")}
	}
	lines[0] = head + strings.TrimLeft(lines[0], " ")
	return lines
}

func indented(by string, lines []string) []string {
	for i := range lines {
		lines[i] = by + lines[i]
	}
	return lines
}
