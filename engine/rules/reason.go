package rules

// A Reasoner is a position that can say why somebody may want to make a move.
type Reasoner interface {
	// Reason is what follows from the rules and from the cards that the seat to act sees about
	// a legal move, without a subject: "keeps 9 points, and 3c makes a pair". It says only
	// what is certain. It is "" if there is nothing to say.
	Reason(seat int, own Observation, move string) string
}

// ReasonOf returns the reason for a move, "" if the game knows none.
func ReasonOf(p Position, seat int, own Observation, move string) string {
	if r, ok := p.(Reasoner); ok {
		return r.Reason(seat, own, move)
	}
	return ""
}
