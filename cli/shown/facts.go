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

// Holds says what holds at a table: the facts of its game, and the time limit.
func Holds(t api.Table) (list []rules.Fact) {
	if t.View != nil {
		list = Facts(*t.View)
	}
	if t.TurnLimit > 0 {
		list = append(list, rules.Fact{Label: "time", Value: say.TurnLimit(t.TurnLimit)})
	}
	return list
}

// Here says in a line what holds at a table, and whether the others play for who is away; dot stands
// between the facts.
func Here(t api.Table, dot string) string {
	text := "Here: table " + say.Short(t.ID)
	for _, f := range Holds(t) {
		text += dot + f.Label + " " + f.Value
	}
	if term := say.CoverTerm(t); term != "" {
		text += dot + term
	}
	return text
}

// HandFact returns the number of the hand; ok is false if the game's own facts name it.
func HandFact(v rules.View) (f rules.Fact, ok bool) {
	named := slices.ContainsFunc(v.Facts, func(f rules.Fact) bool { return f.Label == "hand" })
	return rules.Fact{Label: "hand", Value: fmt.Sprint(v.Hand)}, !named
}
