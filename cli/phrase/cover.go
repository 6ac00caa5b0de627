package phrase

// What people read of a table at which the others play on when somebody's device is away,
// wherever they choose it, sit down at it, or wait where it was not chosen.
const (
	// CoverAsked is the question at a new table, CoverShort the same where there is little
	// room; CoverWaits and CoverGoesOn are its answers.
	CoverAsked  = "if somebody's device is away"
	CoverShort  = "device away"
	CoverWaits  = "the hand waits"
	CoverGoesOn = "the others go on"

	// Cover is the term in a list of terms.
	Cover = "the others play on when a device is away"

	// CoverPrice is what it costs who sits there, CoverTakes what it needs.
	CoverPrice = "all the other devices together could look at your cards, and nobody would see it"
	CoverTakes = "it takes three devices: with two the hand waits all the same"

	// CoverHelps is said once where a hand waits that would not wait at such a table.
	CoverHelps = `at a table opened with "the others go on" the hand would not wait`
)
