package shown

import (
	"fmt"
	"slices"

	"fives/engine/rules"
)

// Facts returns the facts of a view, and the meaning of each sign on its cards.
func Facts(v rules.View) []rules.Fact {
	list := slices.Clone(v.Facts)
	for _, m := range v.Marks {
		list = append(list, rules.Fact{Label: m.Sign, Value: m.Name})
	}
	return list
}

// HandFact returns the number of the hand; ok is false if the game's own facts name it.
func HandFact(v rules.View) (f rules.Fact, ok bool) {
	named := slices.ContainsFunc(v.Facts, func(f rules.Fact) bool { return f.Label == "hand" })
	return rules.Fact{Label: "hand", Value: fmt.Sprint(v.Hand)}, !named
}
