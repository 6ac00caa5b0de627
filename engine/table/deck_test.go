package table

import (
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
)

// The points of a deck are computed once, whoever looks ahead at copies of the table.
func TestDeckIsMadeOnce(t *testing.T) {
	made := 0
	terms := &Terms{Seats: make([]Seat, 2), Rules: &rules.RuleSet{Name: "test", Deck: func(int, rules.Options) (d card.Deck) {
		made++
		d.Cards = make([]card.Card, 5)
		return d
	}}}
	tb := newTable(log{terms: terms})
	tb.Warm()
	for range 2 {
		tb.Snapshot().deck()
	}
	if made != 1 {
		t.Errorf("made %d times", made)
	}
}
