package phrase

import (
	"fmt"
	"strings"

	"fives/engine/games"
	"fives/engine/nickname"
	"fives/p2p/control/plain"
)

// Goal says which total wins a game, "" for a game that is not known here.
func Goal(game string) string {
	if rs, err := games.Find(game); err == nil {
		return rs.Goal
	}
	return ""
}

// Title is what a game is called, by its name.
func Title(game string) string {
	if rs, err := games.Find(game); err == nil {
		return rs.Title
	}
	return game
}

// Move puts a move of a game into words.
func Move(game, move string) string {
	if rs, err := games.Find(game); err == nil {
		return rs.Tell(move)
	}
	return move
}

// Score says what a player got in a hand, and the total.
func Score(name string, points, total int) string {
	return fmt.Sprintf("%s %+d = %d", nickname.Shown(name), points, total)
}

// Ending says how far a log goes: who has won, that the game goes on elsewhere, or
// what is missing. Winners are nil while the game is not over.
func Ending(winners []string, continued bool, missing []string) string {
	switch {
	case winners != nil:
		return Won(winners)
	case continued:
		return "it goes on at another table"
	case len(missing) > 0:
		return "not finished: " + plain.Clean(strings.Join(missing, ", "))
	}
	return "not finished"
}

// Won says who has won a game that is over.
func Won(winners []string) string {
	if len(winners) == 0 {
		return "nobody has won"
	}
	return "won by " + people(winners)
}

// Over says that a game is over, and who has won it.
func Over(winners []string) string {
	if len(winners) == 0 {
		return "the game is over; nobody has won"
	}
	return "the game is over: " + people(winners) + " won"
}

func people(names []string) string { return strings.Join(nickname.ShownAll(names), " and ") }
