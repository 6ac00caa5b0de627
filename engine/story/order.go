package story

import (
	"slices"

	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/rules"
)

// InOrder puts the stories of a game into the order in which it was played: each table
// behind those that it goes on from, and otherwise as they are.
func InOrder(stories []*Story) []*Story {
	var list []*Story
	var add func(s *Story)
	add = func(s *Story) {
		if slices.Contains(list, s) {
			return
		}
		for _, p := range stories {
			if s.Report.Parent != nil && p.Report.Table == s.Report.Parent.Table {
				add(p)
			}
		}
		list = append(list, s)
	}
	for _, s := range stories {
		add(s)
	}
	return list
}

// SeatOf is the seat that a key has at the table, or [rules.None].
func (s *Story) SeatOf(key record.Key) int {
	for i, seat := range s.Report.Seats {
		if seat.Key == key {
			return i
		}
	}
	return rules.None
}

// takeovers says which seats changed hands when the table began: "zoe takes the seat of
// Ada". From whom a seat comes is known where the log of the table before is there.
func (s *Story) takeovers() (parts []card.Sentence) {
	for i, seat := range s.Report.Seats {
		if before := len(seat.Tenures) - 2; before >= 0 && seat.Since() == s.Report.Parent.Carry.Hands+1 {
			parts = append(parts, text("%s took the seat of %s", s.Name(i), record.ShowName(seat.Tenures[before].Name)))
		}
	}
	return parts
}
