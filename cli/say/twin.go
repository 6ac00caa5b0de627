package say

import (
	"cmp"
	"time"

	"fives/p2p/api"
)

// PlayHere says how to play on this machine.
const PlayHere = "to play on this one: fives up --here"

// OfTwins reports whether a warning is about another daemon with this node's key.
func OfTwins(w api.Warning) bool {
	return w.Name == "" && (w.Code == api.WarnTwice || w.Code == api.WarnElsewhere)
}

// twin says that a daemon runs elsewhere, too, and what to do about it.
func twin(w api.Warning) string {
	switch {
	case w.Code == api.WarnElsewhere:
		return "you play on " + there(w) + "; this node only looks on, and signs nothing; " + PlayHere
	case w.Name == "" && w.Since.IsZero():
		return "runs twice: waiting"
	case w.Name == "":
		return "your node also runs on " + there(w) + ", since " + moment(w.Since, time.Now()) + ". Stop one of them; " + PlayHere
	}
	return Name(w.Name) + " runs twice: waiting"
}

// there names the other machine, by its address if that is known.
func there(w api.Warning) string { return cmp.Or(w.Address, "another device") }

// moment writes a time of day, with the day if that is not today.
func moment(t, now time.Time) string {
	text := t.In(now.Location()).Format("15:04")
	if day := Day(t, now); day != "today" {
		return day + ", " + text
	}
	return text
}
