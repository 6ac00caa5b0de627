package rules

import "fives/engine/card"

// A View is the table as one seat, or the public, sees it. Front ends draw it
// without knowing the game; it is plain data and survives JSON.
type View struct {
	Hand int `json:"hand"`
	Turn int `json:"turn"` // seat to act, or -1
	// Headline is what matters to the seat to act, in two to six words: "Spades were led". It
	// is "" where nothing matters more than that it is its turn.
	Headline string `json:"headline"`
	Prompt   string `json:"prompt"` // what the seat to act may do, one sentence; "can only …" if that is one move
	// Offer is the move that the headline is about, if there is one that nobody would miss who
	// knew of it. Nobody else's view has it.
	Offer string `json:"offer,omitempty"`

	Facts  []Fact     `json:"facts"` // "trump: hearts", "wild: 5"
	Notes  [][]string `json:"notes"` // by seat: "dealer", "2 tricks"
	Zones  []Zone     `json:"zones"`
	Scores []int      `json:"scores"`          // totals, by seat
	Marks  []Mark     `json:"marks,omitempty"` // of the cards in all zones and in texts; a card has at most one
	// Ends maps each move with which the seat to act may end the hand to the points of its
	// cards. Nobody else's view has it.
	Ends map[string]int `json:"ends,omitempty"`
	// Takes lists the moves with which the seat to act takes the trick, whatever the others hold.
	// Nobody else's view has it.
	Takes []string `json:"takes,omitempty"`
	// Moments are the recent events, by seat.
	Moments []Moment `json:"moments,omitempty"`
	// Taken is how the last trick was taken, until the next one is: whoever looks away for some moves
	// must learn why somebody else leads.
	Taken *Moment `json:"taken,omitempty"`
}

// A Fact is a line about the whole table that is not a card.
type Fact struct {
	Label string `json:"label"`
	Value string `json:"value"`
	Fixed bool   `json:"fixed,omitempty"` // it is so for the whole game
}

// ZoneKind tells a front end how to lay out a zone.
type ZoneKind string

// The kinds of zones.
const (
	HandZone  ZoneKind = "hand"  // a seat's cards
	StockZone ZoneKind = "stock" // a face-down pile of which only the count matters
	PileZone  ZoneKind = "pile"  // a pile, bottom first; the last card is on top
	TrickZone ZoneKind = "trick" // one group for each seat that has played
	MeldZone  ZoneKind = "melds" // one group for each meld
	AsideZone ZoneKind = "aside" // cards out of play
)

// A Zone is a named place for cards.
type Zone struct {
	Kind  ZoneKind `json:"kind"`
	Label string   `json:"label"`
	Seat  int      `json:"seat"`  // its owner, or -1
	Count int      `json:"count"` // cards in it, seen or not
	// Play holds the first or last words of the moves that use this zone, "take"; "" if no
	// move does. It tells front ends which moves to offer when somebody chooses the zone.
	Play   string  `json:"play,omitempty"`
	Groups []Group `json:"groups"`          // empty where no face is to be drawn
	Orders []Order `json:"orders"`          // ways to sort the cards of a hand; the first is the order received
	Marks  []Mark  `json:"marks,omitempty"` // if this zone has other marks than the view
}

// A Group is a sequence of cards that belong together: a hand, a card of a trick, a meld.
// An unknown card is drawn face down.
type Group struct {
	Seat  int         `json:"seat"` // the seat that played or laid it, or -1
	Cards []card.Card `json:"cards"`
	// For holds, in a meld with wild cards, the card that each card stands for, and "?" for
	// a card that stands for itself. It is nil if all do.
	For []card.Card `json:"for,omitempty"`
}

// An Order is a way to sort a hand: Index[i] is the place, in the order received, of the
// card to draw at place i. A new group of cards begins at each place in Breaks.
type Order struct {
	Name   string `json:"name"`
	Index  []int  `json:"index"`
	Breaks []int  `json:"breaks,omitempty"`
}

// Onlooker is the seat number of the public view.
const Onlooker = None
