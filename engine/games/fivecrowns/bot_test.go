package fivecrowns_test

import (
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
	"fives/engine/games/fivecrowns"
	"fives/engine/scenario"
)

// With the same cards and seats exchanged, the good player wins more often and has
// more than a tenth fewer points.
func TestGoodBeatsEasy(t *testing.T) {
	st, err := scenario.Strength(fivecrowns.Rules, 4, nil, 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	easy, good := st[0], st[1]
	if good.Wins <= easy.Wins || good.Points*10 >= easy.Points*9 {
		t.Errorf("good: %+v, easy: %+v", good, easy)
	}
}

// Over the same deals, the good player leaves less than half as many piles open as
// the easy one.
func TestGoodClosesMorePiles(t *testing.T) {
	open := make([]int, 2)
	for i := range open {
		for seed := range uint64(20) {
			open[i] += lonely(t, seed, fivecrowns.Rules.Bots[i].Name)
		}
	}
	t.Logf("of 220 piles easy leaves %d open, good %d", open[0], open[1])
	if open[1]*2 >= open[0] {
		t.Errorf("of 220 piles easy leaves %d open, good %d", open[0], open[1])
	}
}

func lonely(t *testing.T, seed uint64, name string) int {
	t.Helper()
	bot, err := fivecrowns.Rules.Bot(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := bare.New(fivecrowns.Rules, 1, nil, bare.Random(seed))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for at := 1; !g.Over(); at++ {
		if _, err := g.Play(0, bot.Move(g.Position(), 0, g.Observation(0), r), at, false); err != nil {
			t.Fatal(err)
		}
	}
	return g.Position().Status().Scores[0]
}
