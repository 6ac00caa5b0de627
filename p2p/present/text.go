package present

import (
	"slices"
	"strings"
	"unicode"
)

// CleanLine makes a line from anywhere fit for a terminal.
func CleanLine(s string) string {
	clean := func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}
	return strings.TrimSpace(strings.Map(clean, strings.ToValidUTF8(s, "")))
}

// Sorted are the names of the things in a list.
func Sorted[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = name(x)
	}
	slices.Sort(names)
	return names
}
