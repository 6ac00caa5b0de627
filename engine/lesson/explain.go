package lesson

import (
	"maps"
	"slices"
	"strings"

	"fives/engine/rules"
)

// meanings are the explanations of moves, by pattern.
type meanings map[string]string

// of returns the explanation of a move, "" if there is none.
func (m meanings) of(move string) string {
	best := ""
	for _, pattern := range slices.Sorted(maps.Keys(m)) {
		if Fits(pattern, move) && (best == "" || closer(pattern, best)) {
			best = pattern
		}
	}
	return m[best]
}

// closer reports whether pattern a is more specific than b: it has more words that are not
// stars, or equally many and more words in all.
func closer(a, b string) bool {
	if x, y := settled(a), settled(b); x != y {
		return x > y
	}
	return len(rules.Words(a)) > len(rules.Words(b))
}

func settled(pattern string) int { return len(rules.Words(pattern)) - strings.Count(pattern, "*") }

// Fits reports whether a move fits a pattern of [Step.Explains].
func Fits(pattern, move string) bool { return fits(rules.Words(pattern), rules.Words(move)) }

// fits reports whether a move fits a pattern, in which a star stands for one word or
// more.
func fits(pattern, move []string) bool {
	if len(pattern) == 0 || len(move) == 0 {
		return len(pattern) == len(move)
	}
	if pattern[0] != "*" {
		return pattern[0] == move[0] && fits(pattern[1:], move[1:])
	}
	return fits(pattern[1:], move[1:]) || fits(pattern, move[1:])
}

// explained is the explanation of a move at a step.
func (l *Lesson) explained(s Step, move string) string {
	if text := s.explain.of(move); text != "" {
		return text
	}
	return l.explain.of(move)
}

// Same reports whether two moves differ only in the order of their words, if at all.
func Same(a, b string) bool {
	return slices.Equal(slices.Sorted(slices.Values(rules.Words(rules.Canonical(a)))), slices.Sorted(slices.Values(rules.Words(rules.Canonical(b)))))
}
