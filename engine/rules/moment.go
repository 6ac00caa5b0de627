package rules

import (
	"slices"

	"fives/engine/card"
)

// A Moment is a recent event that would pass too fast to be seen: a seat has taken a trick,
// drawn a card or taken one up. A trick is shown until the next lead, the others until the
// game replaces them.
type Moment struct {
	Seat   int         `json:"seat"`
	What   string      `json:"what"`             // follows the seat's name: "takes the trick with"
	Cards  []card.Card `json:"cards"`            // come after What; a card unknown to the viewer is face down
	Points int         `json:"points,omitempty"` // of the trick
	Moves  int         `json:"moves,omitempty"`  // how many were made since a trick was taken
}

// Gains are the cards that each seat gained last, by seat. They never change.
type Gains []Gain

// A Gain is some cards that a seat gained, and the verb for it: "draws".
type Gain struct {
	Verb  string
	Slots []Slot
}

// With returns the gains with one more.
func (g Gains) With(seats, seat int, verb string, slots ...Slot) Gains {
	next := make(Gains, seats)
	copy(next, g)
	next[seat] = Gain{Verb: verb, Slots: slices.Clone(slots)}
	return next
}

// Without returns the gains without those of a seat that is about to gain something new.
func (g Gains) Without(seat int) Gains {
	next := slices.Clone(g)
	if seat < len(next) {
		next[seat] = Gain{}
	}
	return next
}

// Moments returns the gains as moments, with the cards that the observation knows.
func (g Gains) Moments(s Observation) []Moment {
	var list []Moment
	for seat, gain := range g {
		if gain.Verb != "" {
			list = append(list, Moment{Seat: seat, What: gain.Verb, Cards: s.Cards(gain.Slots)})
		}
	}
	return list
}
