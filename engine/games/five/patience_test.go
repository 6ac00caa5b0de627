package five_test

import (
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/games/five"
)

// Good players among themselves do not go round and round until a hand is void:
// the longer it takes, the less sure of itself need an end be.
func TestGoodPlayersEndHands(t *testing.T) {
	good := five.Rules.Bots[len(five.Rules.Bots)-1]
	o, err := five.Rules.Validate(4, nil)
	if err != nil {
		t.Fatal(err)
	}
	hands, void, moves := 0, 0, 0
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 1))
		g, err := bare.New(five.Rules, 4, o, func(_ int, cards []card.Card) ([]int, error) { return r.Perm(len(cards)), nil })
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; !g.Over() && n < 5000; n++ {
			seat := g.Position().Status().Turn
			ended, err := g.Play(seat, good.Move(g.Position(), seat, g.Observation(seat), r), n, false)
			if err != nil {
				t.Fatal(err)
			}
			moves++
			for _, e := range ended {
				hands++
				if e.Void {
					void++
				}
			}
		}
	}
	if hands < 40 || void > 0 {
		t.Errorf("of %d hands, %d are void", hands, void)
	}
	t.Logf("%d moves a hand", moves/max(1, hands))
}
