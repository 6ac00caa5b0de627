package fivethreefive

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// numbers are the thirteen numbers of the game, ascending (RULES 1).
var numbers = []card.Rank{1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14, 15}

// eight clears the trick into which it is played (RULES 15).
const eight card.Rank = 8

// dealt is the number of cards in a packet, by number of seats (RULES 3).
var dealt = []int{2: 12, 3: 13, 4: 12, 5: 12, 6: 10}

func copies(seats int) int {
	if seats <= 4 {
		return 4
	}
	return 5
}

func deck(seats int, _ rules.Options) card.Deck {
	n := copies(seats)
	d := card.Deck{Name: fmt.Sprintf("five-three-five of %d copies", n)}
	for _, r := range numbers {
		d.Cards = append(d.Cards, slices.Repeat([]card.Card{{Rank: r}}, n)...)
	}
	return d
}

// packets returns the number of packets that each seat gets (RULES 4).
func packets(seats int) int {
	if seats == 2 {
		return 2
	}
	return 1
}

// aside returns the number of cards that nobody gets (RULES 3).
func aside(seats int) int {
	return len(numbers)*copies(seats) - seats*packets(seats)*dealt[seats]
}
