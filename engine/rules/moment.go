package rules

import (
	"slices"

	"fives/engine/card"
)

// A Moment is what a seat has done last that would pass too fast to be seen: it took
// a trick, drew a card, took one up. A trick stays so until the next lead, the others
// until the seat does something else.
type Moment struct {
	Seat   int         `json:"seat"`
	What   string      `json:"what"`             // behind the name: "takes the trick with"
	Cards  []card.Card `json:"cards"`            // that end it; one that the viewer does not know is face down
	Points int         `json:"points,omitempty"` // what it was worth
}

// Gains are the cards that seats have gained last, by seat. Like a position, they are
// never changed.
type Gains []Gain

// A Gain is what a seat gained, and how: "draws".
type Gain struct {
	Verb  string
	Slots []Slot
}

// With is the gains after one more.
func (g Gains) With(seats, seat int, verb string, slots ...Slot) Gains {
	next := make(Gains, seats)
	copy(next, g)
	next[seat] = Gain{Verb: verb, Slots: slices.Clone(slots)}
	return next
}

// Moments are the gains as somebody with that observation saw them.
func (g Gains) Moments(s Observation) []Moment {
	var list []Moment
	for seat, gain := range g {
		if gain.Verb != "" {
			list = append(list, Moment{Seat: seat, What: gain.Verb, Cards: s.Cards(gain.Slots)})
		}
	}
	return list
}
