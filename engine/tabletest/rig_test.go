package tabletest

import (
	"fmt"
	"testing"

	"fives/engine/record"
	"fives/engine/rules"
)

// Random play with every number of seats uses every card operation.
func TestDrillUsesEveryOperation(t *testing.T) {
	seen := map[rules.Why]int{}
	shuffles := map[string]int{}
	for seats := 1; seats <= 5; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			for seed := range uint64(3) {
				g := New(t, Drill, seats, nil, seed)
				for {
					d := g.Table().Pending()
					seen[d.Why]++
					if d.Kind == record.KindStack {
						_, in := g.Table().Hand().ShuffleInput()
						shuffles[fmt.Sprint(len(in) == 16)]++
					}
					if !g.Step() {
						break
					}
					g.Agree()
				}
				if !g.Table().Over() || len(g.Table().Results()) != 2 || g.Table().Winners() == nil {
					t.Fatalf("not over: %+v", g.Table().Pending())
				}
				if h := g.Replay(g.Table().Log()).Head(); h != g.Table().Head() {
					t.Fatalf("a replay has head %s, not %s", h, g.Table().Head())
				}
			}
		})
	}
	for _, w := range []rules.Why{rules.Deal, rules.TurnUp, rules.Draw, rules.TakeUp, rules.Show} {
		if seen[w] == 0 {
			t.Errorf("no %s in all games", w)
		}
	}
	if len(shuffles) != 2 {
		t.Errorf("shuffles of the deck and of the pile: %v", shuffles)
	}
}
