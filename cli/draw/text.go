package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"fives/engine/nickname"
)

// ShortID is how much of a table's ID is shown.
const ShortID = 8

// Short is the part of an ID or head that people read and type.
func Short(id string) string { return id[:min(len(id), ShortID)] }

// Clean makes a text safe for a terminal: control characters, and those that
// turn the direction of writing or cannot be seen, become "·". Newlines too.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError, !unicode.IsPrint(r):
			return '·'
		}
		return r
	}, s)
}

// Name is the name of a person, as it stands in sentences and lists: one that
// could be taken for something that the program says is in quotation marks.
func Name(s string) string { return nickname.Shown(Clean(s)) }

// Names are the names of people, with something between them.
func Names(list []string, between string) string {
	shown := make([]string, len(list))
	for i, n := range list {
		shown[i] = Name(n)
	}
	return strings.Join(shown, between)
}

// fittedName is [Name], of a name that is cut where it is too long for a column.
func fittedName(s string) string { return nickname.Shown(Fit(Clean(s), longestName)) }

// CleanLines is [Clean] for texts of several lines.
func CleanLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = Clean(strings.ReplaceAll(strings.TrimSuffix(l, "\r"), "\t", "    "))
	}
	return strings.Join(lines, "\n")
}

// Width is the number of columns that a text takes, colours not counted.
func Width(s string) int {
	n, inColour := 0, false
	for _, r := range s {
		switch {
		case r == escape:
			inColour = true
		case inColour:
			inColour = r != 'm'
		default:
			n += columns(r)
		}
	}
	return n
}

const escape = '\x1b'

func columns(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Pad fills a text with spaces up to so many columns.
func Pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-Width(s))) }

// Fit shortens a text without colours to so many columns.
func Fit(s string, n int) string {
	if Width(s) <= n {
		return s
	}
	used := 0
	for i, r := range s {
		if used += columns(r); used > n-1 {
			return s[:i] + "~"
		}
	}
	return s
}

// Wrap breaks a text at spaces into lines of at most n columns.
func Wrap(text string, n int) []string { return fill(strings.Fields(text), " ", n) }

// fill joins words to lines of at most n columns; a word that is longer has a
// line of its own.
func fill(words []string, between string, n int) []string {
	var lines []string
	for _, w := range words {
		if k := len(lines) - 1; k >= 0 && Width(lines[k])+Width(between)+Width(w) <= n {
			lines[k] += between + w
		} else {
			lines = append(lines, w)
		}
	}
	return lines
}
