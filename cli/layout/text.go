package layout

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

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
func Wrap(text string, n int) []string { return Fill(strings.Fields(text), " ", n) }

// Fill joins words to lines of at most n columns; a word that is longer has a
// line of its own.
func Fill(words []string, between string, n int) []string {
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
