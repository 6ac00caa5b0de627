package nickname

import (
	"fmt"
	"regexp"
)

// labelled is the name of a computer player that says how well it plays.
var labelled = regexp.MustCompile(`^(.+) \(([a-z]{1,16})\)$`)

// WithStrength is the name for a computer player that plays so well: "Ada (good)". It
// is the name alone where that would be too long, or where the strength is no word of
// 1 to 16 letters from a to z.
func WithStrength(name, strength string) string {
	whole := fmt.Sprintf("%s (%s)", name, strength)
	if Check(whole) != nil || !labelled.MatchString(whole) {
		return name
	}
	return whole
}

// SplitStrength divides the name of a computer player into what it is called and how
// well it plays; "" if its name does not say that.
func SplitStrength(name string) (called, strength string) {
	if m := labelled.FindStringSubmatch(name); m != nil {
		return m[1], m[2]
	}
	return name, ""
}
