package say

import (
	"fmt"

	"fives/p2p/api"
)

// Item says what a line of a score sheet is about: "cards left", "a share from ana".
func Item(i api.Item) string {
	if len(i.Names) == 0 {
		return i.What
	}
	return i.What + " " + Names(i.Names, ", ")
}

// Rule names a rule by its number.
func Rule(number string) string { return "rule " + number }

// Points writes what somebody got, or lost.
func Points(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}
