package lobby

import (
	"slices"

	"fives/engine/rules"
	"fives/engine/search"
	"fives/engine/table"
	"fives/p2p/api"
)

// Strength returns how well a computer player of a game is to play: as the strongest of the
// game's own unless another is named.
func Strength(rs *rules.RuleSet, name string) (string, error) {
	if name == "" {
		return rs.Strongest().Name, nil
	}
	if _, err := search.Level(rs, name, nil); err != nil {
		return "", api.Fail(api.ReasonNoStrength, api.Data{Game: rs.Name, Name: name})
	}
	return name, nil
}

// FreeBotNames returns the names that nobody at a table has, followed by all names, because
// there may be too few.
func FreeBotNames(used []string) []string {
	free := slices.DeleteFunc(slices.Clone(table.BotNames), func(name string) bool { return slices.Contains(used, name) })
	return append(free, table.BotNames...)
}
