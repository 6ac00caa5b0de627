package replay

import (
	"strings"

	"fives/cli/draw"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/story"
	"fives/engine/table"
)

// marked is a style for the cards of a hand at a moment.
func marked(s draw.Style, h *story.Hand, moment int) draw.Style {
	s.Marks = h.View(moment, story.Onlooker).Marks
	return s
}

// Sheet draws the score sheets of a hand, for the names of the seats, behind a margin
// of so many columns.
func Sheet(r *table.Result, names []string, s draw.Style, margin int) []string {
	clean := make([]string, len(names))
	for i, n := range names {
		clean[i] = say.Clean(n)
	}
	s.Marks = r.Marks
	return draw.Indented(strings.Repeat(" ", margin), draw.Sheet("", shown.ResultsOf(r.Settlement, clean), s, s.Width-margin))
}
