package say

import (
	"fmt"
	"strings"

	"fives/engine/record"
)

// ShortID is how many characters of a table's ID are shown.
const ShortID = 8

// Short returns the beginning of an ID or head, which people read and type.
func Short(id string) string { return id[:min(len(id), ShortID)] }

// Bot says whose computer player has a seat, and how well it plays if that is known. A seat that
// has the name of its person is played by that person's program.
func Bot(seat, of, strength string) string {
	text := "bot of " + record.ShowName(of)
	if byProgram(seat, of) {
		text = "played by the program"
	}
	if strength != "" {
		text += ", " + strength
	}
	return text
}

// BotKey says why the fingerprint of a computer player's seat is not that of its person, nor the one it
// has in another game (engine/SPEC §7.8).
const BotKey = "its key is for this game only"

// And lists names in a sentence: "ana, ben and cleo".
func And(names []string) string { return Names(names, " and ") }

// Or lists names of which one is meant: "ana, ben or cleo".
func Or(names []string) string { return Names(names, " or ") }

// Names lists names of people, as [Name] writes them, with commas and another word before the
// last.
func Names(names []string, last string) string { return List(record.ShowNames(names), last) }

// List lists texts that are safe as they are: "you", or names as [Name] writes them.
func List(texts []string, last string) string {
	if n := len(texts) - 1; n > 0 {
		return strings.Join(texts[:n], ", ") + last + texts[n]
	}
	return strings.Join(texts, "")
}

// Count writes a number of things.
func Count(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Hand names a hand by its number.
func Hand(number int) string { return fmt.Sprintf("hand %d", number) }

// Hands names the first hands of a game.
func Hands(n int) string {
	if n == 1 {
		return Hand(1)
	}
	return fmt.Sprintf("hands 1 to %d", n)
}

// Have joins names to what they have done: "ana has", "ana and ben have".
func Have(names []string) string {
	if len(names) == 1 {
		return And(names) + " has"
	}
	return And(names) + " have"
}
