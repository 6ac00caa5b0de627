package layout

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// terminal counts columns as the full screen does, which uses the same module.
var terminal = displaywidth.Options{ControlSequences: true}

// Width returns the number of columns that a text takes, not counting colours. An emoji of
// several runes takes as many as a terminal gives it.
func Width(s string) int { return terminal.String(s) }

// Pad fills a text with spaces until it is n columns wide.
func Pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-Width(s))) }

// Fit shortens a text without colours to n columns.
func Fit(s string, n int) string { return terminal.TruncateString(s, n, "~") }

// Wrap breaks a text at spaces into lines of at most n columns.
func Wrap(text string, n int) []string { return Fill(strings.Fields(text), " ", n) }

// Fill joins words into lines of at most n columns. A word that is longer gets a line of its
// own.
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
