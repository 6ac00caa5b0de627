package shown

import (
	"fmt"
	"slices"

	"fives/cli/say"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Facts returns the facts of a view, and the meaning of each sign on its cards.
func Facts(v rules.View) []rules.Fact {
	list := slices.Clone(v.Facts)
	for _, m := range v.Marks {
		list = append(list, rules.Fact{Label: m.Sign, Value: m.Name})
	}
	return list
}

// Holds says what holds at a table: the facts of its game, the time limit, and whether the others play
// for who is away.
func Holds(t api.Table) (list []string) {
	if t.View != nil {
		for _, f := range Facts(*t.View) {
			list = append(list, f.Label+" "+f.Value)
		}
	}
	if t.TurnLimit > 0 {
		list = append(list, say.TurnLimit(t.TurnLimit))
	}
	if term := say.CoverTerm(t); term != "" {
		list = append(list, term)
	}
	return list
}

// HandFact returns the number of the hand; ok is false if the game's own facts name it.
func HandFact(v rules.View) (f rules.Fact, ok bool) {
	named := slices.ContainsFunc(v.Facts, func(f rules.Fact) bool { return f.Label == "hand" })
	return rules.Fact{Label: "hand", Value: fmt.Sprint(v.Hand)}, !named
}
