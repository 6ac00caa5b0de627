package shown

import (
	"cmp"
	"slices"

	"fives/p2p/api"
)

// A Reaction is a sign that a player can say with one tap or key. It is a line of the talk like any
// other: signed, rate-limited, and readable where the program knows nothing of reactions.
type Reaction struct{ Sign, Name string }

// Reactions are all of them.
var Reactions = []Reaction{{"👍", "thumbs up"}, {"👏", "applause"}, {"😂", "laughter"}, {"😮", "surprise"}, {"😢", "tears"}, {"🎉", "party"}}

// ReactionIn returns the reaction that an event is, the zero value for any other event.
func ReactionIn(e api.Event) Reaction {
	i := slices.IndexFunc(Reactions, func(r Reaction) bool { return r.Sign == e.Text })
	if e.Kind != api.EventChat || i < 0 {
		return Reaction{}
	}
	return Reactions[i]
}

// speak says something at a table, also before it has begun.
func speak(id string) Deed {
	return Deed{Act: ActSay, With: With{Table: id}, Label: "talk", Short: "talk", Says: "talk to those at the table", Key: "t", Fields: []Field{{Name: "text", Label: "say"}}}
}

// speakAt says something to those who wait for a table to begin.
func speakAt(o api.Offer) Deed {
	d := speak(o.ID)
	d.WhyNot = cmp.Or(unless(o.Mine || o.Joined, "you have no seat there"), unless(len(o.Taken) > 1, "nobody else sits there yet"))
	return d
}
