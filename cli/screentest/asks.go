package screentest

import (
	"regexp"
	"strings"
)

// What the full screen shows when it asks for something.
const (
	SignHand = "enter next hand"
	SignOver = "enter to the table"
	SignMove = "enter plays "
)

var handTitle = regexp.MustCompile(`[╭+][─-] (Hand \d+|The game is over) `) // of a result

// AsksMove reports whether the player is to move and no result lies over the table: a result
// takes no key at first, and says nothing about keys.
func AsksMove(s string) bool {
	return !handTitle.MatchString(s) && strings.Contains(s, "your turn") && strings.Contains(s, "legal move") && !strings.Contains(s, "playing ")
}

// Settled reports whether a result lies over the table, and takes keys.
func Settled(s string) bool {
	return strings.Contains(s, SignHand) || strings.Contains(s, "enter go on") || strings.Contains(s, SignOver)
}

// Plays aims at a move with a key, and makes it.
func (x *Terminal) Plays(key string) {
	x.t.Helper()
	x.Press(key)
	x.Shows(SignMove)
	x.Press("enter")
	x.Until("the move made", func(s string) bool { return !strings.Contains(s, SignMove) || Settled(s) })
}

// Closes closes a result with a key. A frame may be half drawn, from the top: then the title is
// gone, or that of the next result is there, before the last line of this one has gone.
func (x *Terminal) Closes(key string) {
	x.t.Helper()
	seen := handTitle.FindString(x.Screen())
	x.Press(key)
	x.Until("the result gone", func(s string) bool {
		title := handTitle.FindString(s)
		return title != seen && Settled(s) == (title != "")
	})
}
