package replay

import (
	"strings"

	"fives/cli/draw"
	"fives/cli/words"
	"fives/engine/story"
)

// say draws a sentence: its cards as cards, its text made safe.
func say(s draw.Style, sentence []story.Word) string {
	var b strings.Builder
	for _, w := range sentence {
		if w.Text != "" {
			b.WriteString(words.Clean(w.Text))
		} else {
			b.WriteString(s.Card(w.Card))
		}
	}
	return b.String()
}

// whose says with whose eyes the table is drawn.
func whose(s *story.Story, eyes int) string {
	switch eyes {
	case story.Everybody:
		return "everybody's cards"
	case story.Onlooker:
		return "as an onlooker"
	}
	return "as " + words.Clean(s.Name(eyes))
}
