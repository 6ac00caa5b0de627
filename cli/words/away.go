package words

import (
	"fmt"
	"strings"
	"time"

	"fives/cli/phrase"
	"fives/p2p/control"
)

// CoverSoon says that a player's device is silent, and when the others act for that player.
func CoverSoon(s control.Seat, left time.Duration) string {
	state, when := "silent", "now"
	if s.Asleep {
		state = "asleep"
	}
	if left >= time.Second {
		when = "in " + Span(left)
	}
	return Name(s.Name) + "'s device is " + state + "; " + CoverNow(s.Name) + " " + when
}

// CoverNow says that the others act for a player.
func CoverNow(name string) string { return "the others play for " + Name(name) }

// Mover is who has made a move, as it stands before it.
func Mover(name string, standIn bool) string {
	if standIn {
		return "stand-in for " + Name(name)
	}
	return Name(name)
}

// StandIn stands before a move at the place of the player for whom the stand-in has made it.
func StandIn(standIn bool) string {
	if standIn {
		return "stand-in: "
	}
	return ""
}

// Missed says to a player who is back what happened meanwhile; open, that the player's
// cards lie open.
func Missed(turns int, open bool) string {
	text := "you were away for " + phrase.Count(turns, "turn") + "; the others played for you"
	if open {
		text += "; your cards lie open until the next hand"
	}
	return text
}

// MissedMoves lists the moves of a game that the stand-in has made.
func MissedMoves(game string, list []control.Played) string {
	moves := make([]string, len(list))
	for i, m := range list {
		moves[i] = phrase.Move(game, m.Move)
	}
	return strings.Join(moves, "; ")
}

// NotWaiting says for whom this node does not wait any longer.
func NotWaiting(names []string) string {
	return fmt.Sprintf("you do not wait for %s any longer; the others play as soon as their devices agree", Names(names, " and "))
}

// covering says what happened around a seat that the others act for.
func covering(e control.Event) string {
	who, turns := Name(e.Name), len(e.Missed)
	if e.Yours {
		who = "you"
	}
	switch {
	case e.What == control.Covered && e.Yours:
		return "the others play for you"
	case e.What == control.Covered:
		return CoverNow(e.Name)
	case e.What == control.Overtaken:
		return "the others went on without this device: what it showed meanwhile does not stand"
	case e.Yours && turns == 0:
		return "your device was silent; the others acted for it, and your cards stayed hidden"
	case e.Yours:
		return Missed(turns, false) + ": " + MissedMoves(e.Game, e.Missed)
	case turns == 0:
		return who + " plays again"
	}
	return who + " plays again, after " + phrase.Count(turns, "turn") + " of the stand-in"
}

// laidOpen says whose cards were opened for the stand-in.
func laidOpen(e control.Event) string {
	if e.Yours {
		return "your cards lie open until the next hand"
	}
	return Name(e.Name) + "'s cards lie open until the next hand"
}
