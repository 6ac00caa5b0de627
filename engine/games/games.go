// Package games lists the rule sets that this program plays. Each has its own
// folder below this one. Outside its folder a new game only has to be
// registered here.
package games

import (
	"fmt"
	"slices"
	"strings"

	"fives/engine/games/allfives"
	"fives/engine/games/five"
	"fives/engine/games/fivecrowns"
	"fives/engine/games/fivethreefive"
	"fives/engine/games/furiousfive"
	"fives/engine/rules"
)

var all = []*rules.RuleSet{
	five.Rules,
	furiousfive.Rules,
	fivethreefive.Rules,
	allfives.Rules,
	fivecrowns.Rules,
}

// All lists the rule sets that are not retired, in the order of display.
func All() []*rules.RuleSet {
	return slices.DeleteFunc(slices.Clone(all), func(rs *rules.RuleSet) bool { return rs.Retired })
}

// Find returns the rule set of that name, also a retired one.
func Find(name string) (*rules.RuleSet, error) {
	var names []string
	for _, rs := range all {
		if rs.Name == name {
			return rs, nil
		}
		if !rs.Retired {
			names = append(names, rs.Name)
		}
	}
	return nil, fmt.Errorf("games: there is no game %q (there are %s)", name, strings.Join(names, ", "))
}

// Typed returns the rule set that somebody means who types a name: in either case, and a title is one, too.
func Typed(name string) (*rules.RuleSet, error) {
	return Find(strings.Join(strings.Fields(strings.ToLower(name)), "-"))
}
