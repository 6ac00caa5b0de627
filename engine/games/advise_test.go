package games_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/games"
	"fives/engine/scenario"
)

// TestAdvise: whoever has one move only is told so, in each game that comes to that.
func TestAdvise(t *testing.T) {
	for game, want := range map[string]string{"five-three-five": "you can only pass", "all-fives": "you can only play "} {
		rs, err := games.Find(game)
		if err != nil {
			t.Fatal(err)
		}
		g, err := bare.New(rs, 3, nil, bare.Random(1))
		if err != nil {
			t.Fatal(err)
		}
		dice, found := rand.New(rand.NewPCG(1, 1)), false
		for at := 1; !g.Over() && !found && at < scenario.MaxPlayout; at++ {
			p := g.Position()
			seat := p.Status().Turn
			own := g.Observation(seat)
			moves := p.Moves(seat, own)
			if found = len(moves) == 1; found {
				if c := rs.Advise(p, seat, own, dice); c.Move != moves[0] || !strings.HasPrefix(c.Why, want) {
					t.Errorf("%s: %+v, want %q", game, c, want)
				}
			} else if _, err := g.Play(seat, moves[dice.IntN(len(moves))], at, false); err != nil {
				t.Fatal(err)
			}
		}
		if !found {
			t.Errorf("%s: there was always a choice", game)
		}
	}
}
