package replay

import "fives/engine/story"

// A place is a moment of a hand of a table.
type place struct {
	story  *story.Story
	hand   int // index
	moment int
}

func (p place) of() *story.Hand { return p.story.Hands[p.hand] }

func (p place) what() story.Moment { return p.of().Moments[p.moment] }

// first reports whether a hand begins here.
func (p place) first() bool { return p.moment == 0 }

// places lists all moments of all tables.
func places(stories []*story.Story) []place {
	var list []place
	for _, s := range stories {
		for h, hand := range s.Hands {
			for m := range hand.Moments {
				list = append(list, place{story: s, hand: h, moment: m})
			}
		}
	}
	return list
}

// seek is the nearest place from at on, in steps of by, that is of the kind
// looked for; the end of the list in that direction if there is none.
func seek(list []place, at, by int, is func(place) bool) int {
	for at += by; at > 0 && at < len(list)-1; at += by {
		if is(list[at]) {
			return at
		}
	}
	return max(0, min(at, len(list)-1))
}

func anything(place) bool { return true }

func isMove(p place) bool { return p.what().Kind == story.Moved }

func isHand(p place) bool { return p.first() }
