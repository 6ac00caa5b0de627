package fivecrowns_test

import (
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/games/fivecrowns"
	"fives/engine/rules"
)

// The largest hand ends with fourteen stand-ins: stock and pile have 50 cards whenever one
// of them draws, so there is always a card to draw, and a pile to renew the stock from.
func TestFourteenStandIns(t *testing.T) {
	const seats, lapCap = 14, 100
	shuffles := 0
	order := func(n int, cards []card.Card) ([]int, error) {
		shuffles++
		return bare.Random(2)(n, cards)
	}
	g, err := bare.Resume(fivecrowns.Rules, seats, nil, &rules.Carry{Hands: 10, Scores: make([]int, seats)}, order)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, seats)
	moves := 0
	for ; !g.Over() && moves <= 2*seats*(lapCap+1); moves++ {
		st := g.Position().Status()
		pile := g.Position().Keys(names, g.Public())["discard"].([]card.Card)
		if want := 50 - moves%2; st.Stock+len(pile) != want {
			t.Fatalf("before move %d there are %d cards in the stock and %d in the pile, not %d", moves, st.Stock, len(pile), want)
		}
		if _, _, err := g.StandIn(moves); err != nil {
			t.Fatal(err)
		}
	}
	if !g.Over() || moves != 2*seats*(lapCap+1) || shuffles < 20 {
		t.Errorf("after %d moves and %d shuffles the game is over: %t", moves, shuffles, g.Over())
	}
}
