package command

import (
	"strings"

	"fives/cli/console"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/search"
)

// findGame finds a game by its name.
func findGame(name string) (*rules.RuleSet, error) {
	rs, err := games.Typed(name)
	if err != nil {
		names := ""
		for _, g := range games.All() {
			names += " " + g.Name
		}
		return nil, console.Usage("there are:"+names, "there is no game %q", name)
	}
	return rs, nil
}

// checkBot refuses a strength of computer players that a game does not have. "" asks for no
// computer players.
func checkBot(rs *rules.RuleSet, name string) error {
	if _, err := search.Level(rs, name, nil); name == "" || err == nil {
		return nil
	}
	var names []string
	for _, b := range search.Levels(rs) {
		names = append(names, b.Name)
	}
	return console.Usage("there are: "+strings.Join(names, ", "), "there is no computer player %q for this game", name)
}
