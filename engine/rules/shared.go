package rules

import (
	"cmp"
	"slices"
	"strconv"

	"fives/engine/card"
)

// Functions that several games share.

// Openings lets one seat, or everybody ([None]), see all of the slots.
func Openings(slots []Slot, to int) []Opening {
	cards := make([]Opening, len(slots))
	for i, x := range slots {
		cards[i] = Opening{Slot: x, To: to}
	}
	return cards
}

// ByPlace returns the move of a stand-in that plays the card which came last into the
// seat's hand; write makes its text from the face. If the face is not public, open lists
// the slot, which has to be opened first ([Position].StandIn).
func ByPlace(seat int, hand []Slot, public Observation, write func(card.Card) string) (m Move, open []Slot) {
	last := hand[len(hand)-1]
	face := public.Of(last)
	if !face.Known() {
		return Move{}, []Slot{last}
	}
	return Move{Seat: seat, Text: write(face), Cards: []Slot{last}, StandIn: true}, nil
}

// CopyHands copies hands, so that a position can change or return the copy.
func CopyHands(hands [][]Slot) [][]Slot {
	copied := make([][]Slot, len(hands))
	for i, h := range hands {
		copied[i] = slices.Clone(h)
	}
	return copied
}

// TurnOf returns the seat whose move a position waits for, or None.
func TurnOf(p Position) int {
	if turn, ok := p.Next().(Turn); ok {
		return turn.Seat
	}
	return None
}

// AllSeats lists the seats from 0 to n-1.
func AllSeats(n int) []int {
	seats := make([]int, n)
	for i := range seats {
		seats[i] = i
	}
	return seats
}

// NoNotes returns an empty list of notes for each seat.
func NoNotes(seats int) [][]string {
	notes := make([][]string, seats)
	for i := range notes {
		notes[i] = []string{}
	}
	return notes
}

// soonLaps is how many laps before its cap a hand says that it has one. A hand that people play has
// seldom more than a dozen laps, so a cap of a hundred means nothing to them until it is near.
const soonLaps = 10

// LapsLeft is the fact of how many turns everybody has until the cap, this one included, in a lap
// from 1; none as long as that is far away. label says what comes then.
func LapsLeft(label string, lap, most int) []Fact {
	left := most - lap + 1
	switch {
	case left > soonLaps:
		return nil
	case left == 1:
		return []Fact{{Label: label, Value: "1 turn"}}
	}
	return []Fact{{Label: label, Value: strconv.Itoa(left) + " turns"}}
}

// A Sorting is a named way to compare the cards of a hand.
type Sorting struct {
	Name    string
	Compare func(a, b card.Card) int
}

// Sortings that several games offer.
var (
	ByRank = Sorting{"by rank", func(a, b card.Card) int { return cmp.Compare(a.Rank, b.Rank) }}
	BySuit = Sorting{"by suit", func(a, b card.Card) int { return cmp.Compare(a.Suit, b.Suit) }}
)

// Orders returns the orders of a hand: as received, then each sorting. Cards that compare
// equal stay in the order received.
func Orders(cards []card.Card, by ...Sorting) []Order {
	received := make([]int, len(cards))
	for i := range received {
		received[i] = i
	}
	orders := []Order{{Name: "as received", Index: received}}
	for _, s := range by {
		index := slices.Clone(received)
		slices.SortStableFunc(index, func(i, j int) int { return s.Compare(cards[i], cards[j]) })
		orders = append(orders, Order{Name: s.Name, Index: index})
	}
	return orders
}
