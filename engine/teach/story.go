package teach

import (
	"fives/engine/story"
)

// Find returns the hand of that number and its story, of several stories that continue each
// other; nil if there is none. A hand that one of them breaks off, and that another plays anew, is
// the settled one.
func Find(stories []*story.Story, number int) (of *story.Story, hand *story.Hand) {
	for _, s := range stories {
		for _, h := range s.Hands {
			if h.Number == number && (hand == nil || hand.Result == nil) {
				of, hand = s, h
			}
		}
	}
	return of, hand
}
