package rules

// A Reasoner is a position that can say why somebody may want to make a move.
type Reasoner interface {
	// Reason is what follows from the rules and from the cards that the seat to act sees about
	// a legal move, without a subject: "keeps 9 points, and 3c makes a pair". It says only
	// what is certain, and whether that speaks for the move, or at least not against it. It is ""
	// if there is nothing to say.
	Reason(seat int, own Observation, move string) (why string, speaksFor bool)
}

// ReasonOf returns the reason for a move, "" if the game knows none.
func ReasonOf(p Position, seat int, own Observation, move string) string {
	why, _ := reasonOf(p, seat, own, move)
	return why
}

// ReasonFor is [ReasonOf] for a move that is called better than another: "" if all that is certain
// of it speaks against it.
func ReasonFor(p Position, seat int, own Observation, move string) string {
	if why, speaksFor := reasonOf(p, seat, own, move); speaksFor {
		return why
	}
	return ""
}

func reasonOf(p Position, seat int, own Observation, move string) (string, bool) {
	if r, ok := p.(Reasoner); ok {
		return r.Reason(seat, own, move)
	}
	return "", false
}
