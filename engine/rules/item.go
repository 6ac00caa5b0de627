package rules

import "fives/engine/card"

// An Item is a line of a seat's score sheet: what gives it points of a hand, or
// why something gives none. The points of a hand are the sum of its items. They
// follow from the log and stand in no signed byte: a receipt has the sums.
type Item struct {
	What   string      // a short phrase, "cards left"; where there are Seats, their names end it: "a share from"
	Points int         // what it adds to the points of the hand; may be 0
	Cards  []card.Card // what it counts; all of them are public when the hand is settled
	Rule   string      // number of the rule in RULES.md, as that page counts: "11", "8.2"
	Seats  []int       // the other seats that it is about
}

// Sum is what the items of a score sheet add up to.
func Sum(items []Item) int {
	sum := 0
	for _, i := range items {
		sum += i.Points
	}
	return sum
}
