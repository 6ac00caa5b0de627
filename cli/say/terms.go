package say

import (
	"fives/engine/audit"
	"fives/engine/record"
	"fives/p2p/api"
)

// What people read about a table at which the others play on when somebody's device is away:
// when they choose that, sit down there, or wait where it was not chosen.
const (
	// CoverAsked is the question at a new table, CoverShort the same for little room;
	// CoverWaits and CoverGoesOn are its answers.
	CoverAsked  = "if somebody's device is away"
	CoverShort  = "device away"
	CoverWaits  = "the hand waits"
	CoverGoesOn = "the others go on"

	// Cover is the term in a list of terms.
	Cover = "the others play on when a device is away"

	// CoverPrice is what it costs those who sit there, CoverTakes what it needs, and CoverFew
	// the same for a table that has too few.
	CoverPrice = "all the other devices whose players are still in the game could look together, and choose the order; so could all but one of them, " +
		"if that one misses the deal or they keep it and you from hearing each other; nobody would find out"
	CoverTakes = "it takes four devices: with fewer the hand waits all the same"
	CoverFew   = "cover needs four devices"

	// CoverOne is why a hand waits for the second one who is missed in a deal.
	CoverOne = "somebody else was missed in this deal, and the others can do without one device only"

	// CoverHelps is said once when a hand waits that would not wait at such a table.
	CoverHelps = `at a table opened with "the others go on" the hand would not wait`
)

// Covered says what the others did for a player in a hand.
func Covered(name string, c audit.Covering) string {
	who := api.Clean(record.ShowName(name))
	text := "the others acted for " + who + " in " + Count(c.Steps, "step")
	if c.Moves > 0 {
		text += ", with " + Count(c.Moves, "move")
	}
	if c.Keyless {
		text += "; " + who + " missed the deal, and the others played the hand"
	}
	if c.Unsigned {
		text += "; " + who + " has not signed the result"
	}
	return text
}

// Price says what sitting down at an open table costs, "" if nothing.
func Price(o api.Offer) string {
	if !o.Cover || o.Running {
		return ""
	}
	return CoverPrice + "; " + CoverTakes
}
