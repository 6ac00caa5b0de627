package shown

import (
	"fives/cli/words"
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

// Whose says with whose eyes the table is drawn.
func Whose(s *story.Story, eyes int) string {
	switch eyes {
	case story.Everybody:
		return "everybody's cards"
	case story.Onlooker:
		return "as an onlooker"
	}
	return "as " + words.Clean(s.Name(eyes))
}
