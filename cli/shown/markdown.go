package shown

import (
	"strings"
	"unicode"

	"fives/engine/card"
)

// A Block is a heading, a paragraph, an item of a list, a table, or a block of code.
type Block struct {
	Kind   BlockKind
	Marker string     // of an item: "2.1 " or "- ", with the spaces before it
	Text   string     // of a heading, a paragraph or an item; see [Runs]
	Rows   [][]string // of a table, its heads first; see [Runs]
	Mark   string     // of code: what stands after its first backquotes
	Lines  []string   // of code
}

// BlockKind is the kind of a block.
type BlockKind int

// The kinds of blocks. An empty line is a paragraph without a text.
const (
	ParagraphBlock BlockKind = iota
	HeadingBlock
	ItemBlock
	TableBlock
	CodeBlock
)

// Blocks reads a text in which each paragraph is one line.
func Blocks(text string) []Block {
	var blocks []Block
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for len(lines) > 0 {
		b, n := block(lines)
		blocks, lines = append(blocks, b), lines[n:]
	}
	return blocks
}

// block reads the first block of some lines, and returns how many of them it takes.
func block(lines []string) (b Block, n int) {
	text := lines[0]
	mark := marker(text)
	switch {
	case strings.HasPrefix(text, "|"):
		n = count(lines, func(s string) bool { return strings.HasPrefix(s, "|") })
		return Block{Kind: TableBlock, Rows: rows(lines[:n])}, n
	case strings.HasPrefix(text, "```"):
		n = count(lines[1:], func(s string) bool { return !strings.HasPrefix(s, "```") })
		return Block{Kind: CodeBlock, Mark: strings.TrimPrefix(text, "```"), Lines: lines[1 : 1+n]}, min(len(lines), n+2)
	case strings.HasPrefix(text, "#"):
		return Block{Kind: HeadingBlock, Text: strings.TrimLeft(text, "# ")}, 1
	case mark != "":
		return Block{Kind: ItemBlock, Marker: mark, Text: text[len(mark):]}, 1
	}
	return Block{Text: text}, 1
}

// marker returns the beginning of an item, with the spaces: the number of a rule, or the sign of
// a list.
func marker(line string) string {
	sign, text, is := strings.Cut(strings.TrimLeft(line, " "), " ")
	if !is || sign != "-" && !(isNumber(sign) && strings.Contains(sign, ".")) {
		return ""
	}
	return strings.TrimSuffix(line, strings.TrimLeft(text, " "))
}

// isNumber reports whether a word is the number of a rule or of a part, such as "2.", "2.1" or "3".
func isNumber(word string) bool {
	return word != "" && word[0] != '.' && strings.Trim(word, ".0123456789") == ""
}

// count is how many lines from the first on are of a kind.
func count(lines []string, is func(string) bool) int {
	for i, s := range lines {
		if !is(s) {
			return i
		}
	}
	return len(lines)
}

// rows are the cells of a table without the line below its heads.
func rows(lines []string) [][]string {
	var all [][]string
	for i, s := range lines {
		if i == 1 {
			continue
		}
		cells := strings.Split(strings.Trim(s, "| "), " | ")
		for j := range cells {
			cells[j] = strings.TrimSpace(cells[j])
		}
		all = append(all, cells)
	}
	return all
}

// A Run is a part of a line. It is strong between stars, and in backquotes, where things to
// type stand.
type Run struct {
	Strong bool
	Says   card.Sentence
}

// Runs reads a line.
func Runs(text string) []Run {
	var runs []Run
	for i, part := range strings.Split(strings.ReplaceAll(text, "**", "`"), "`") {
		if part != "" {
			runs = append(runs, Run{Strong: i%2 == 1, Says: withSigns(part)})
		}
	}
	return runs
}

// withSigns reads a text in which cards are written with the signs of their suits.
func withSigns(text string) (s card.Sentence) {
	for i, word := range strings.Split(text, " ") {
		if i > 0 {
			s = s.Text(" ")
		}
		core := strings.TrimFunc(word, unicode.IsPunct)
		c, err := card.Parse(core)
		if err != nil || !strings.ContainsAny(core, "♣♦♥♠★") {
			s = s.Text(word)
			continue
		}
		before, after, _ := strings.Cut(word, core)
		s = s.Text(before).Cards(c).Text(after)
	}
	return s
}
