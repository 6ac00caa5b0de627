package tui

import "strings"

// A hotkey is a line of the help.
type hotkey struct{ key, does string }

var lobbyKeys = []hotkey{
	{"enter", "sit down at the table under the cursor, or join it"},
	{"n", "open a new table"},
	{"↑↓", "choose a table (also j, k and the mouse)"},
	{"R", "the rules of the game under the cursor"},
	{"x", "close an open table, or leave one"},
	{"T", "accept the new key of somebody whose name you know"},
	{"a", "connect to an address, where multicast does not work"},
	{"?", "this help"},
	{"ctrl+z", "suspend"},
	{"q", "quit; the daemon goes on and keeps your seat"},
}

var formKeys = []hotkey{
	{"↑↓", "next field"},
	{"←→", "change it; numbers can be typed too"},
	{"enter", "open the table"},
	{"esc", "back to the lobby"},
}

var tableKeys = []hotkey{
	{"←→ space", "choose a card, or put it back; 1 to 9 and 0 do too"},
	{"↑↓", "walk the legal moves, around the ends; up goes to the last one"},
	{"←→", "without a hand: skip the moves that begin alike"},
	{"enter", "play the marked move; the first press only marks one"},
	{"esc", "put the cards back; once more: to the lobby"},
	{": or /", "type a move by hand"},
	{"h", "a hint: what the good computer player would do"},
	{"s", "sort the hand another way"},
	{"p", "points: the history of the scores"},
	{"t", "talk to those at the table"},
	{"T", "accept the new key of somebody whose name you know"},
	{"R", "the rules of the game"},
	{"r", "play again, when the game is over"},
	{"g", "go on without a player who does not come back"},
	{"pgup pgdn", "look back in the story, and forth"},
	{"tab", "your next table"},
	{"L", "leave the table for good"},
	{"q", "quit; the daemon goes on and keeps your seat"},
	{"ctrl+z", "suspend"},
}

// helpFor is the help of a screen.
func helpFor(p palette, title string, keys []hotkey) popup {
	u := popup{kind: showText, title: title, foot: "↑↓ scrolls · any other key goes on"}
	for _, k := range keys {
		u.lines = append(u.lines, p.strong.Render(pad(p.plainly(k.key), 12))+p.plainly(k.does))
	}
	return u
}

// keysLine is the row of keys at the bottom; what does not fit is left out.
func (p palette) keysLine(w int, pairs ...string) string {
	line := ""
	for i := 0; i+1 < len(pairs); i += 2 {
		next := line + " " + p.strong.Render(p.plainly(pairs[i])) + p.weak.Render(" "+pairs[i+1]) + " "
		if p.cut(next, w) != next {
			break
		}
		line = next
	}
	return strings.TrimRight(line, " ")
}
