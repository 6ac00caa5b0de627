package fivecrowns

import (
	"slices"

	"fives/engine/card"
)

// points is what a card costs in the hand in which rank wild is wild (RULES §1.3).
func points(c card.Card, wild card.Rank) int {
	switch c.Rank {
	case card.Joker:
		return 50
	case wild:
		return 20
	}
	return int(c.Rank)
}

func total(cards []card.Card, wild card.Rank) int {
	sum := 0
	for _, c := range cards {
		sum += points(c, wild)
	}
	return sum
}

// lowestSeats lists who shares the lowest total, the winners of a game.
func lowestSeats(scores []int) []int {
	var seats []int
	for s, n := range scores {
		if n == slices.Min(scores) {
			seats = append(seats, s)
		}
	}
	return seats
}
