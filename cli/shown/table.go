package shown

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A Table is how a table stands, as every front end says it.
type Table struct {
	Headline string        // what matters now, in two to six words
	Task     card.Sentence // one line: what the player may do, or what is to come; without a capital and a full stop
	Yours    bool          // it is the player's turn, and the task is meant for them
	Facts    []rules.Fact  // at most two of those that change, and how far those are who are far
	Notes    []Note
	Stuck    bool // going on without somebody is offered
}

// Of says how a table stands.
func Of(t api.Table, now time.Time) Table {
	x := Table{Notes: Notes(t, now), Stuck: Stuck(t) && len(Leave(t)) > 0, Yours: YourTurn(t)}
	x.Headline, x.Task = headline(t, now)
	if t.Call != nil && t.Phase != api.PhaseOver {
		x.Task = card.Text(say.Wanted(*t.Call))
	}
	if t.View != nil {
		x.Facts = changing(*t.View)
	}
	x.Facts = append(x.Facts, distances(t)...)
	return x
}

// distances says how far those players are who are far; of many, only the farthest: all wait for them.
func distances(t api.Table) (list []rules.Fact) {
	farthest, at := rules.Fact{}, 0
	for _, s := range t.Seats {
		far := say.FarSeat(s)
		if far == "" || s.You || s.Left || t.Phase == api.PhaseOver {
			continue
		}
		list = append(list, rules.Fact{Label: say.Name(s.Name), Value: far})
		if s.RoundTrip > at {
			farthest, at = rules.Fact{Label: "farthest: " + say.Name(s.Name), Value: far}, s.RoundTrip
		}
	}
	if len(list) > mostFacts {
		return []rules.Fact{farthest}
	}
	return list
}

// YourTurn reports whether it is the player's turn. While this device is cut off, it is not: nobody
// would see the move, and the others may have moved meanwhile.
func YourTurn(t api.Table) bool { return t.YourTurn && t.View != nil && t.CutOff == nil }

// headline says what matters now at a table, and in a line what the player may do about it, or what
// is to come.
func headline(t api.Table, now time.Time) (headline string, task card.Sentence) {
	turn, moves := Turn(t), t.Waiting.What == string(record.KindMove)
	switch {
	case t.Phase == api.PhaseOver:
		return ending(t)
	case Onward(t):
		return onward(t), nil // a note says the rest
	case t.Waiting.What == api.Withdrawn:
		return "The table does not begin", nil // a note says who said no
	case t.Seat >= 0 && t.Seat < len(t.Seats) && t.Seats[t.Seat].Left:
		return "You have left", nil
	case t.CutOff != nil:
		goesOn := "play goes on by itself when the connection is back"
		if !justCutOff(t, now) {
			goesOn = "look at this device's network; " + goesOn
		}
		return lookingFor(t), card.Text(goesOn)
	case YourTurn(t):
		return cmp.Or(t.View.Headline, "Your turn"), card.Spelled(t.View.Prompt)
	case turn >= 0 && moves && turn != t.Seat && Away(t, t.Seats[turn]):
		return "Waiting for " + Name(t, turn), card.Text(after(t))
	case turn >= 0 && moves && turn != t.Seat:
		return Name(t, turn) + " is thinking", card.Text(after(t))
	case turn >= 0 && t.Waiting.What == "": // in a replay
		return Name(t, turn) + " is to play", nil
	case t.Phase == api.PhaseStopped:
		return "The table has stopped", nil
	case t.Waiting.What == api.Twice:
		return "This seat plays elsewhere", card.Text(say.Waiting(t.Waiting))
	case t.Waiting.What == api.Stuck:
		return "This device cannot go on", card.Text(say.Waiting(t.Waiting))
	}
	if w := acting(t); say.Doing(w) != "" {
		if doing := say.Doing(w); len(strings.Fields(doing)) <= mostWords {
			return say.Capital(doing), card.Text(say.WaitingFor(w, t.Me()))
		}
		return "A card is being opened", card.Text(say.Waiting(w))
	}
	why := say.Waiting(t.Waiting)
	if n := len(strings.Fields(why)); n >= 2 && n <= mostWords {
		return say.Capital(why), nil
	}
	return "One moment", card.Text(why)
}

// acting returns what a table waits for without those who have left, for whom the others act.
func acting(t api.Table) api.Waiting {
	w := t.Waiting
	left := func(name string) bool {
		return slices.ContainsFunc(t.Seats, func(s api.Seat) bool { return s.Name == name && s.Left })
	}
	w.Names, w.Devices = slices.DeleteFunc(slices.Clone(w.Names), left), slices.DeleteFunc(slices.Clone(w.Devices), left)
	return w
}

// mostWords is how many words a headline has at most.
const mostWords = 6

// ending says who has won, and after how many hands.
func ending(t api.Table) (headline string, task card.Sentence) {
	switch {
	case len(t.Winners) == 0:
		headline = "Nobody has won"
	case slices.Contains(t.Winners, t.Me()):
		headline = "You win!"
	case len(t.Winners) == 1:
		headline = say.Name(t.Winners[0]) + " wins!"
	default:
		headline = say.And(t.Winners) + " win!"
	}
	return headline, card.Text("after " + say.Count(t.Hand, "hand"))
}

// onward says where a game goes on that has left this table.
func onward(t api.Table) string {
	switch who := say.Names(t.Waiting.Names, " and "); {
	case t.Waiting.What == api.Onward:
		return "The game goes on elsewhere"
	case t.Waiting.What == api.Changing:
		return say.Capital(say.Waiting(t.Waiting))
	case t.Waiting.Detail != "":
		return who + " has the seat of " + say.Name(t.Waiting.Detail)
	default:
		return who + " has your seat"
	}
}

// lookingFor says whom this device looks for if it hears nobody: a guest, the laptop that it came by.
func lookingFor(t api.Table) string {
	i := slices.IndexFunc(t.Warnings, func(w api.Warning) bool { return w.Code == api.WarnNoWay })
	switch {
	case i >= 0:
		return "Looking for " + say.Name(t.Warnings[i].Name) + "'s laptop"
	case t.Seat < 0:
		return "Looking for the table"
	}
	return "Looking for the others"
}

// after says who is to move next, up to the player. Who is out of the game moves no more.
func after(t api.Table) string {
	n, turn := len(t.Seats), Turn(t)
	if t.Seat < 0 || n < 3 || turn == t.Seat || !t.Seats[t.Seat].Active {
		return ""
	}
	var names []string
	for i := (turn + 1) % n; i != t.Seat; i = (i + 1) % n {
		if t.Seats[i].Active && !t.Seats[i].Left {
			names = append(names, Name(t, i))
		}
	}
	switch len(names) {
	case 0:
		return "then you"
	case 1, 2:
		return "then " + strings.Join(names, ", ") + ", then you"
	}
	return "you come after " + names[len(names)-1]
}

// mostFacts is how many facts stand beside the title of a table; the others are a step away.
const mostFacts = 2

// changing returns the facts that matter beside the title: the number of the hand, and of those that
// change in the course of a game the first.
func changing(v rules.View) []rules.Fact {
	list := slices.DeleteFunc(slices.Clone(v.Facts), func(f rules.Fact) bool { return f.Fixed })
	if f, ok := HandFact(v); ok {
		list = slices.Insert(list, 0, f)
	}
	return list[:min(len(list), mostFacts)]
}
