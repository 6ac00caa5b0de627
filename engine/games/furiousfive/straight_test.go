package furiousfive

import (
	"testing"

	"fives/engine/card"
)

// A card that makes a straight is said to make the longest.
func TestLongestStraight(t *testing.T) {
	o, err := Rules.Validate(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := Rules.Start(2, o, nil).(*position)
	rest, err := card.ParseAll([]string{"5d", "8h", "7d", "4c"})
	if err != nil {
		t.Fatal(err)
	}
	six := card.Card{Rank: 6, Suit: card.Clubs}
	if why := (&thought{position: p}).takeReason(rest, six); why != "and 6c makes a straight with 5d 8h 7d 4c" {
		t.Errorf("%q", why)
	}
}
