package teach

// A Lesson is what a hand teaches.
type Lesson struct {
	Hand     Hand
	Playouts int // that it may have taken
	Players  []Player
	// Then and Now are all moves that cost something, in the order of play, by what could be
	// known then and with all hands known. Of each player at most three are looked at so closely
	// that they can be here.
	Then, Now []Loss
	// Decided are at most three moments, those with the largest swings, in the order of play.
	Decided []Swing
}

// A Player is a seat's part of a hand.
type Player struct {
	Seat   int
	Points int // of the hand
	Judged int // turns in which it had a choice, and the choice was judged
	// Skipped counts the turns that were not judged, by the reason.
	Skipped map[Skip]int
	Then    *Loss // the move that cost most by what could be known then; nil if none did
	Now     *Loss // the same with all hands known
	// Clear says that with all hands known, too, no other move seemed better in any of these turns.
	Clear bool
	// Play is what the own moves lost by what could be known then, Gifts what those of the
	// others brought, and Luck the rest, what the cards did and what moves cost of which nothing is
	// sure: these add up to Result, which is the points against those of the others. Moves cost no
	// more than the hand could, or one of them did alone; Capped says that they would, added up.
	Result, Play, Gifts, Luck int
	Capped                    bool
}

// A Loss is a move with a better one, as measured where the game's good computer players play on.
type Loss struct {
	Turn   int    // index in Hand.Turns
	Better string // move
	Points int    // that it cost
	Worth  int    // the same with what it is worth to win the game; losses are compared by it
	Error  int    // standard error of the worth
	Worlds int    // in which both were played on
	Worse  int    // of them, those in which the other move did better
	Even   int    // and those in which both did the same
	Always bool   // it did better in all of them, and in those in which it was found
	// Turned says, of a loss by what could be known then, that the other move would surely have been no better as the
	// cards lay. Lay is what it would have brought then, in hundredths of a point.
	Turned bool
	Lay    int
}

// A Swing is a moment that decided a hand.
type Swing struct {
	Turn   int // index in Hand.Turns, of the move
	Points int // that the seat of the turn won, or lost if negative, with its move and the cards since the turn before
	Play   int // of them, what its own move lost, with all hands known if it did by that
}
