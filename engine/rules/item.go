package rules

import "fives/engine/card"

// An Item is a line of a seat's score sheet: a reason why it gets points in a hand, or
// none. The points of a hand are the sum of its items. Items follow from the log and are
// not signed: a receipt has only the sums.
type Item struct {
	What   string      // a short phrase, "cards left"; names of Seats, if any, follow it: "a share from"
	Points int         // added to the points of the hand; may be 0
	Cards  []card.Card // that it counts; all of them are public when the hand is settled
	Rule   string      // number of the rule in RULES.md, as that page counts: "11", "8.2"
	Seats  []int       // the other seats that it is about
}

// Sum is the sum of the points of a score sheet.
func Sum(items []Item) int {
	sum := 0
	for _, i := range items {
		sum += i.Points
	}
	return sum
}
