package say

import (
	"cmp"
	"time"

	"fives/p2p/api"
)

// PlayHere is what to do to play on the machine at which one sits.
const PlayHere = "to play on this one: fives up --here"

// twin says of a daemon that it runs elsewhere, too, and what to do.
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

// there is a machine of which only the address is known, if that is.
func there(w api.Warning) string { return cmp.Or(w.Address, "another device") }

// moment is a time of day, with the day if that is not today.
func moment(t, now time.Time) string {
	text := t.In(now.Location()).Format("15:04")
	if day := Day(t, now); day != "today" {
		return day + ", " + text
	}
	return text
}
