package lesson

import (
	"maps"
	"slices"
	"strings"

	"fives/engine/rules"
)

// meanings say what moves do, by their pattern.
type meanings map[string]string

// of is what is said of a move, "" if nothing is.
func (m meanings) of(move string) string {
	best := ""
	for _, pattern := range slices.Sorted(maps.Keys(m)) {
		if Fits(pattern, move) && (best == "" || closer(pattern, best)) {
			best = pattern
		}
	}
	return m[best]
}

// closer reports whether a pattern says more of a move than another: by the words it
// settles, or else by those it has.
func closer(a, b string) bool {
	if x, y := settled(a), settled(b); x != y {
		return x > y
	}
	return len(rules.Words(a)) > len(rules.Words(b))
}

func settled(pattern string) int { return len(rules.Words(pattern)) - strings.Count(pattern, "*") }

// Fits reports whether a move is of a pattern of [Step.Explains].
func Fits(pattern, move string) bool { return fits(rules.Words(pattern), rules.Words(move)) }

// fits reports whether a move is of a pattern, in which a star stands for one word
// or more.
func fits(pattern, move []string) bool {
	if len(pattern) == 0 || len(move) == 0 {
		return len(pattern) == len(move)
	}
	if pattern[0] != "*" {
		return pattern[0] == move[0] && fits(pattern[1:], move[1:])
	}
	return fits(pattern[1:], move[1:]) || fits(pattern, move[1:])
}

// explained is what a lesson says of a move at a step.
func (l *Lesson) explained(s Step, move string) string {
	if text := s.explain.of(move); text != "" {
		return text
	}
	return l.explain.of(move)
}

// Same reports whether two moves are one: they differ in the order of their words only.
func Same(a, b string) bool {
	return slices.Equal(slices.Sorted(slices.Values(rules.Words(rules.Canonical(a)))), slices.Sorted(slices.Values(rules.Words(rules.Canonical(b)))))
}
