package say

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Goal says which total wins a game, "" for a game that is unknown here.
func Goal(game string) string {
	if rs, err := games.Find(game); err == nil {
		return rs.Goal
	}
	return ""
}

// Title returns the title of a game, given its name.
func Title(game string) string {
	if rs, err := games.Find(game); err == nil {
		return rs.Title
	}
	return game
}

// Move says what a move of a game did: "dropped 7h and drew".
func Move(game, move string) card.Sentence { return words(game, move, (*rules.RuleSet).Tell) }

// Do says what a move would do: "drop 7h and draw".
func Do(game, move string) card.Sentence { return words(game, move, (*rules.RuleSet).Do) }

func words(game, move string, in func(*rules.RuleSet, string, ...card.Card) card.Sentence) card.Sentence {
	if rs, err := games.Find(game); err == nil {
		return in(rs, move)
	}
	return card.Spelled(move)
}

// Briefly says a move of many cards in a few words, "" if the game has none for it: "go out".
func Briefly(game, move string) string {
	if rs, err := games.Find(game); err == nil && rs.Briefly != nil {
		return rs.Briefly(move)
	}
	return ""
}

// Duty says what the seat does that is drawn by lot for the first hand.
func Duty(game string) string {
	if rs, err := games.Find(game); err == nil && rs.Duty != "" {
		return rs.Duty
	}
	return "open the game"
}

// Options says what is agreed at a table of a game, in the order of its rule page. Options of
// an unknown game, and options that the game does not have, are written as they are typed.
func Options(game string, options map[string]any) (list []string) {
	rest := maps.Clone(options)
	if rs, err := games.Find(game); err == nil {
		for _, o := range rs.Schema {
			v, ok := rest[o.Name]
			delete(rest, o.Name)
			if text := o.Tell(rules.Typed(v)); ok && text != "" {
				list = append(list, text)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		list = append(list, api.Clean(name+"="+rules.Typed(rest[name])))
	}
	return list
}

// Score says how many points a player got in a hand, and the total.
func Score(name string, points, total int) string {
	return fmt.Sprintf("%s %+d, total %d", record.ShowName(name), points, total)
}

// Ending says how far a log goes: who has won, that the game goes on elsewhere, or what is
// missing. winners is nil while the game is not over.
func Ending(winners []string, continued bool, missing []string) string {
	switch {
	case winners != nil:
		return Won(winners, "")
	case continued:
		return "it goes on at another table"
	case len(missing) > 0:
		return "not finished: " + api.Clean(strings.Join(missing, ", "))
	}
	return "not finished"
}

// Won says who has won a game that is over. you is the name of the reader, "" for somebody who
// was not at the table.
func Won(winners []string, you string) string {
	switch {
	case len(winners) == 0:
		return "nobody has won"
	case slices.Contains(winners, you):
		return people(winners, you) + " won"
	}
	return "won by " + people(winners, you)
}

// Over says that a game is over, and who has won it.
func Over(winners []string, you string) string {
	if len(winners) == 0 {
		return "the game is over; nobody has won"
	}
	return "the game is over: " + people(winners, you) + " won"
}

// people lists some players, the reader first.
func people(names []string, you string) string {
	shown := record.ShowNames(names)
	if i := slices.Index(names, you); i >= 0 {
		shown = slices.Insert(slices.Delete(shown, i, i+1), 0, "you")
	}
	return strings.Join(shown, " and ")
}
