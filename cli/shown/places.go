package shown

import (
	"fives/cli/say"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
)

// A Place is a moment of a hand of a table.
type Place struct {
	Story  *story.Story
	Hand   int // index
	Moment int
}

// Of is the hand.
func (p Place) Of() *story.Hand { return p.Story.Hands[p.Hand] }

// What is the moment.
func (p Place) What() story.Moment { return p.Of().Moments[p.Moment] }

// First reports whether a hand begins here.
func (p Place) First() bool { return p.Moment == 0 }

// Places lists all moments of all tables.
func Places(stories []*story.Story) []Place {
	var list []Place
	for _, s := range stories {
		for h, hand := range s.Hands {
			for m := range hand.Moments {
				list = append(list, Place{Story: s, Hand: h, Moment: m})
			}
		}
	}
	return list
}

// Seek is the nearest place from at on, in steps of by, that is of the kind
// looked for; the end of the list in that direction if there is none.
func Seek(list []Place, at, by int, is func(Place) bool) int {
	for at += by; at > 0 && at < len(list)-1; at += by {
		if is(list[at]) {
			return at
		}
	}
	return max(0, min(at, len(list)-1))
}

// Anything is any place.
func Anything(Place) bool { return true }

// IsMove reports whether somebody moves at a place.
func IsMove(p Place) bool { return p.What().Kind == story.Moved }

// IsHand reports whether a hand begins at a place.
func IsHand(p Place) bool { return p.First() }

// Eyes are those with which a game is seen, table by table: everybody's, a player's, or
// an onlooker's, which is the zero value. A player sees what an onlooker does at tables at
// which somebody else has the seat.
type Eyes struct {
	all bool
	key record.Key // of the player
}

// Everybody sees all cards that the logs show.
var Everybody = Eyes{all: true}

// EyesAt are those that see a table as a seat there does, or as [story.Everybody] or
// [story.Onlooker].
func EyesAt(s *story.Story, seat int) Eyes {
	switch seat {
	case story.Everybody:
		return Everybody
	case story.Onlooker:
		return Eyes{}
	}
	return Eyes{key: s.Report.Seats[seat].Key}
}

// At is the seat that has them at a table, [story.Everybody] or [story.Onlooker].
func (e Eyes) At(s *story.Story) int {
	if e.all {
		return story.Everybody
	}
	if seat := s.SeatOf(e.key); seat != rules.None {
		return seat
	}
	return story.Onlooker
}

// Whose says with whose eyes the table is drawn.
func Whose(s *story.Story, eyes int) string {
	switch eyes {
	case story.Everybody:
		return "everybody's cards"
	case story.Onlooker:
		return "as an onlooker"
	}
	return "as " + say.Clean(s.Name(eyes))
}
