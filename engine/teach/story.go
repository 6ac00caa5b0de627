package teach

import (
	"fives/engine/story"
)

// Find returns the hand of that number and its story, of several stories that continue each
// other; nil if there is none.
func Find(stories []*story.Story, number int) (*story.Story, *story.Hand) {
	for _, s := range stories {
		for _, h := range s.Hands {
			if h.Number == number {
				return s, h
			}
		}
	}
	return nil, nil
}
