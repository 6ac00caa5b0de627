package rules

import "fives/engine/card"

// A View is the table as one seat, or the public, sees it. Front ends draw it
// without knowing the game; it is plain data and survives JSON.
type View struct {
	Hand   int        `json:"hand"`
	Turn   int        `json:"turn"`   // seat to act, or -1
	Prompt string     `json:"prompt"` // what the seat to act may do, one sentence
	Facts  []Fact     `json:"facts"`  // "trump: hearts", "wild: 5"
	Notes  [][]string `json:"notes"`  // by seat, what is so of it: "dealer", "2 tricks"
	Zones  []Zone     `json:"zones"`
	Scores []int      `json:"scores"`          // totals, by seat
	Marks  []Mark     `json:"marks,omitempty"` // of the cards of all zones, and of those that texts name; a card has one at most
	// Moments are what has just happened, in clockwise order of those who did it.
	Moments []Moment `json:"moments,omitempty"`
}

// A Fact is a line about the whole table that is not a card.
type Fact struct {
	Label string `json:"label"`
	Value string `json:"value"`
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
	Seat  int      `json:"seat"`  // whose it is, or -1
	Count int      `json:"count"` // cards in it, seen or not
	// Play is what the moves begin or end with that use this zone, "take"; "" if none
	// does. A front end lets one choose among them by it.
	Play   string  `json:"play,omitempty"`
	Groups []Group `json:"groups"`          // empty where no face is to be drawn
	Orders []Order `json:"orders"`          // ways to sort the cards of a hand, the first is the order received
	Marks  []Mark  `json:"marks,omitempty"` // in place of the view's, where they are others in this zone
}

// A Group is a run of cards that belong together: a hand, a trick's card, a
// meld. An unknown card is drawn face down.
type Group struct {
	Seat  int         `json:"seat"` // who played or laid it, or -1
	Cards []card.Card `json:"cards"`
	// For says, in a meld with wild cards, for which card each one stands: "?" where
	// it is itself. Nil if all are themselves.
	For []card.Card `json:"for,omitempty"`
}

// An Order is a way to sort a hand: Index[i] is the place, in the order
// received, of the card to draw at place i. Before the places in Breaks a new
// group of cards begins.
type Order struct {
	Name   string `json:"name"`
	Index  []int  `json:"index"`
	Breaks []int  `json:"breaks,omitempty"`
}

// Onlooker is the number of the seat for which the public view is drawn.
const Onlooker = None
