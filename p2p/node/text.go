package node

import (
	"slices"
	"strings"
	"unicode"

	"fives/p2p/discovery"
)

func ids[T any](list []T, id func(T) string) []string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = id(x)
	}
	slices.Sort(names)
	return names
}

func cleanName(s string) string { return discovery.CleanName(s) }

// cleanText makes a line from anywhere fit for a terminal.
func cleanText(s string) string {
	clean := func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}
	return strings.TrimSpace(strings.Map(clean, strings.ToValidUTF8(s, "")))
}

func listNames(names []string) string {
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names, ", ")
}
