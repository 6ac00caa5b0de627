package record

import (
	"fmt"
	"strings"
)

// WithStrength adds its strength to the name of a computer player: "Ada (good)". It returns
// the name alone if the result would be too long, or if the strength is not a word of 1 to
// 16 letters from a to z.
func WithStrength(name, strength string) string {
	whole := fmt.Sprintf("%s (%s)", name, strength)
	if _, is := SplitStrength(whole); CheckName(whole) != nil || is == "" {
		return name
	}
	return whole
}

// SplitStrength splits the name of a computer player into the name alone and the strength,
// "" if there is none.
func SplitStrength(name string) (called, strength string) {
	i := strings.LastIndex(name, " (")
	if i < 1 || !strings.HasSuffix(name, ")") {
		return name, ""
	}
	called, strength = name[:i], name[i+2:len(name)-1]
	if strength == "" || len(strength) > 16 || strings.Trim(strength, "abcdefghijklmnopqrstuvwxyz") != "" {
		return name, ""
	}
	return called, strength
}
