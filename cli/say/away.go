package say

import (
	"fmt"
	"time"

	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/story"
	"fives/p2p/api"
)

// Dealing reports whether a table waits before the cards of a hand are dealt: whoever misses
// that, misses the hand.
func Dealing(w api.Waiting) bool {
	return w.What == string(record.KindSeal) || w.What == string(record.KindKey)
}

// CoverSoon says that a player's device is silent, and when the others go on without it.
func CoverSoon(s api.Seat, left time.Duration, dealing bool) string {
	state, when, what := "silent", "now", CoverNow(s.Name)
	if s.Asleep {
		state = "asleep"
	}
	if left >= time.Second {
		when = "in " + Span(left)
	}
	if dealing {
		what = "the hand is dealt without " + Name(s.Name)
	}
	return Name(s.Name) + "'s device is " + state + "; " + what + " " + when
}

// CutOff says that this device hears nobody at a table; seated says whether it has a seat there
// or looks on.
func CutOff(seated bool) string {
	if !seated {
		return "no connection to the table"
	}
	return "no connection to the others; your seat is kept"
}

// Impatient says, as on a button, what a player does who stops waiting for somebody.
func Impatient(name string, dealing bool) string {
	if dealing {
		return "deal without " + Name(name)
	}
	return "don't wait"
}

// CoverNow says that the others act for a player.
func CoverNow(name string) string { return "the others play for " + Name(name) }

// Mover names who made a move, as that begins a line: "ben", "You", "For ben the others".
func Mover(name string, yours, standIn bool) string {
	who := story.Event{Name: name, Yours: yours, StandIn: standIn}.Mover()
	if yours || standIn { // it is no name
		return Capital(who)
	}
	return who
}

// Missed tells a player who is back what happened meanwhile.
func Missed(turns int) string {
	return "you were away for " + Count(turns, "turn") + "; the others played for you"
}

// What a player is told who does not play the running hand: one who slept through its deal, and
// one whose device lacks the hand's key.
const (
	YouSlept = "you slept through the deal: the others play this hand for you. You are in again at the next"
	YouLack  = "this device lacks the key of this hand: the others play on for you. You are in again at the next"
	// YouStop is YouLack where the others cannot play on.
	YouStop = "this device lacks the key of this hand, and the others cannot play on for you: if all agree, the hand is dealt anew"
)

// Slept tells the others that a player slept through the deal.
func Slept(name string) string {
	return Name(name) + " slept through the deal; the others play this hand for " + Name(name)
}

// Lacks says that players' devices cannot go on in the running hand, because older copies of
// their homes were put back.
func Lacks(names ...string) string {
	if len(names) == 1 {
		return Name(names[0]) + "'s device lacks the key of this hand"
	}
	return "the devices of " + And(names) + " lack the key of this hand"
}

// LackBoth says that a hand cannot go on because several devices lack its key, whose people are
// here.
func LackBoth(names []string) string {
	return Lacks(names...) + ", and the others can play for one only: if all agree, it is dealt anew, and nobody is left out"
}

// OnlyHeardBy says that a single device keeps saying that it hears a player.
func OnlyHeardBy(s api.Seat) string {
	return "only " + Name(s.OnlyHeardBy) + "'s device hears " + Name(s.Name)
}

// Unvoted says whose devices have not said that a player is away, although others have.
func Unvoted(s api.Seat) string {
	verb := "do"
	if len(s.Unvoted) == 1 {
		verb = "does"
	}
	return fmt.Sprintf("%s %s not say whether %s is away", devices(s.Unvoted), verb, Name(s.Name))
}

// FalseVotes says that a device has repeatedly called people away who were here.
func FalseVotes(name string) string {
	return Name(name) + "'s device keeps saying that others are away who are here"
}

// CoverTerm says whether the others play on at a table when a device is away.
func CoverTerm(t api.Table) string {
	switch {
	case !t.Cover:
		return ""
	case t.NoCover == api.FewNodes:
		return CoverFew + ": the table waits for whoever is away"
	}
	return Cover
}

// MissedMoves lists the moves of a game that the others have made for somebody.
func MissedMoves(game string, list []api.Played) (s card.Sentence) {
	for i, m := range list {
		if i > 0 {
			s = s.Text("; ")
		}
		s = s.With(Move(game, m.Move))
	}
	return s
}

// NotWaiting says whom this node has stopped waiting for.
func NotWaiting(names []string) string {
	return fmt.Sprintf("you no longer wait for %s; the others play as soon as their devices agree", Names(names, " and "))
}

// covering says what happened to this node's own seat, for which the others act.
func covering(e api.Event) card.Sentence {
	switch turns := len(e.Missed); {
	case e.What != api.Overtaken && e.What != api.Returned:
		return card.Text(e.Text)
	case e.What == api.Overtaken:
		return card.Text("the others went on without this device: what it showed meanwhile does not stand")
	case turns == 0:
		return card.Text("your device was silent; the others acted for it, and your cards stayed hidden")
	default:
		return card.Text(Missed(turns) + ": ").With(MissedMoves(e.Game, e.Missed))
	}
}
