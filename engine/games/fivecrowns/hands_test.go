package fivecrowns_test

import (
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
	"fives/engine/games/fivecrowns"
	"fives/engine/rules"
)

// A game of fewer hands ends with the last of them, and nobody goes on from there; without the
// option it has eleven (RULES §2.2).
func TestFewerHands(t *testing.T) {
	const hands = 2
	g, err := bare.New(fivecrowns.Rules, 2, map[string]any{"hands": hands, "lap-cap": 1}, bare.Random(7))
	if err != nil {
		t.Fatal(err)
	}
	easy, dice := fivecrowns.Rules.Bots[0], rand.New(rand.NewPCG(1, 2))
	settled := 0
	for at := 1; !g.Over(); at++ {
		pos := g.Position()
		seat := pos.Status().Turn
		if want := []rules.Fact{{Label: "hand", Value: "1 of 2"}, {Label: "hand", Value: "2 of 2"}}[min(settled, 1)]; pos.View(seat, g.Observation(seat)).Facts[0] != want {
			t.Fatalf("the facts are %v, not %v", pos.View(seat, g.Observation(seat)).Facts, want)
		}
		ended, err := g.Play(seat, easy.Move(pos, seat, g.Observation(seat), dice), at, false)
		if err != nil {
			t.Fatal(err)
		}
		settled += len(ended)
	}
	if settled != hands {
		t.Errorf("it had %d hands", settled)
	}
	for given, want := range map[int]map[int]bool{2: {1: false, 2: true, 3: true}, 11: {2: false, 10: false, 11: true}} {
		o, err := fivecrowns.Rules.Validate(2, map[string]any{"hands": given})
		if err != nil {
			t.Fatal(err)
		}
		for n, decided := range want {
			c := rules.Carry{Hands: n, Scores: []int{1, 2}}
			if fivecrowns.Rules.Decided(2, o, c) != decided || (fivecrowns.Rules.Start(2, o, &c).Status().Winners != nil) != decided {
				t.Errorf("after %d of %d hands it is decided: not %t", n, given, decided)
			}
		}
	}
	for _, given := range []int{0, 12} {
		if _, err := fivecrowns.Rules.Validate(2, map[string]any{"hands": given}); err == nil {
			t.Errorf("%d hands are allowed", given)
		}
	}
}
