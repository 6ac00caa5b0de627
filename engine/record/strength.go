package record

import (
	"fmt"
	"regexp"
)

// labelled matches the name of a computer player with its strength.
var labelled = regexp.MustCompile(`^(.+) \(([a-z]{1,16})\)$`)

// WithStrength adds its strength to the name of a computer player: "Ada (good)". It returns
// the name alone if the result would be too long, or if the strength is not a word of 1 to
// 16 letters from a to z.
func WithStrength(name, strength string) string {
	whole := fmt.Sprintf("%s (%s)", name, strength)
	if CheckName(whole) != nil || !labelled.MatchString(whole) {
		return name
	}
	return whole
}

// SplitStrength splits the name of a computer player into the name alone and the strength,
// "" if there is none.
func SplitStrength(name string) (called, strength string) {
	if m := labelled.FindStringSubmatch(name); m != nil {
		return m[1], m[2]
	}
	return name, ""
}
