package shown

import (
	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/story"
)

// A Place is a moment in a hand of a table.
type Place struct {
	Story  *story.Story
	Hand   int // index
	Moment int
}

// Of returns the hand.
func (p Place) Of() *story.Hand { return p.Story.Hands[p.Hand] }

// What returns the moment.
func (p Place) What() story.Moment { return p.Of().Moments[p.Moment] }

// First reports whether a hand begins here.
func (p Place) First() bool { return p.Moment == 0 }

// Settled reports whether a hand is settled here.
func (p Place) Settled() bool { return p.What().Kind == story.Settled }

// Says is what happened here, as those eyes saw it.
func (p Place) Says(eyes int) card.Sentence {
	return p.Story.Event(p.Of(), p.Moment, eyes).Sentence()
}

// Marks are those of the cards of the hand, as everybody saw them here.
func (p Place) Marks() []rules.Mark { return p.Of().View(p.Moment, story.Onlooker).Marks }

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

// Seek returns the nearest place, from at on in steps of by, for which is returns true; if
// there is none, the end of the list in that direction.
func Seek(list []Place, at, by int, is func(Place) bool) int {
	for at += by; at > 0 && at < len(list)-1; at += by {
		if is(list[at]) {
			return at
		}
	}
	return max(0, min(at, len(list)-1))
}

// Anything accepts any place.
func Anything(Place) bool { return true }

// IsMove reports whether somebody moves at a place.
func IsMove(p Place) bool { return p.What().Kind == story.Moved }

// IsHand reports whether a hand begins at a place.
func IsHand(p Place) bool { return p.First() }

// Eyes say who sees a game, table by table: everybody, a player, or an onlooker, which is the
// zero value. At tables at which somebody else has the seat, a player sees what an onlooker
// sees.
type Eyes struct {
	all bool
	key record.Key // the player's
}

// Everybody sees all cards that the logs show.
var Everybody = Eyes{all: true}

// EyesAt returns the eyes of a seat at a table, of [story.Everybody] or of [story.Onlooker].
func EyesAt(s *story.Story, seat int) Eyes {
	switch seat {
	case story.Everybody:
		return Everybody
	case story.Onlooker:
		return Eyes{}
	}
	return Eyes{key: s.Report.Seats[seat].Key}
}

// At returns the seat whose eyes these are at a table, or [story.Everybody] or
// [story.Onlooker].
func (e Eyes) At(s *story.Story) int {
	if e.all {
		return story.Everybody
	}
	if seat := s.SeatOf(e.key); seat != rules.None {
		return seat
	}
	return story.Onlooker
}

// Next returns the eyes that follow these at a table: each seat in turn, an onlooker, everybody.
func (e Eyes) Next(s *story.Story) Eyes {
	seat := e.At(s) + 1
	switch e.At(s) {
	case story.Everybody:
		seat = 0
	case story.Onlooker:
		seat = story.Everybody
	case len(s.Report.Seats) - 1:
		seat = story.Onlooker
	}
	return EyesAt(s, seat)
}

// Whose says whose eyes see the table.
func Whose(s *story.Story, eyes int) string {
	switch eyes {
	case story.Everybody:
		return "everybody's cards"
	case story.Onlooker:
		return "as an onlooker"
	}
	return "as " + say.Clean(s.Name(eyes))
}
