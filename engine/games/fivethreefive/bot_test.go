package fivethreefive

import (
	"math/rand/v2"
	"testing"

	"fives/engine/bare"
	"fives/engine/rules"
)

type player func(rules.Position, int, rules.Observation, *rand.Rand) rules.Choice

// play runs a game of computer players to its end and returns its winners and
// the number of moves.
func play(t *testing.T, players []player, given map[string]any, r *rand.Rand) (winners []int, moves int) {
	t.Helper()
	g, err := bare.New(Rules, len(players), given, bare.Random(r.Uint64()))
	if err != nil {
		t.Fatal(err)
	}
	for ; !g.Over(); moves++ {
		seat := g.Position().Status().Turn
		text := players[seat](g.Position(), seat, g.Observation(seat), r).Move
		if _, err := g.Play(seat, text, moves, false); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	}
	return g.Position().Status().Winners, moves
}

// The good player must win clearly more than its share against easy ones, from
// every seat.
func TestGoodBeatsEasy(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 35))
	for _, seats := range []int{2, 4} {
		wins, games := 0, 20
		for i := range games {
			players := make([]player, seats)
			for seat := range players {
				players[seat] = easy
			}
			players[i%seats] = good
			if w, _ := play(t, players, nil, r); w[0] == i%seats {
				wins++
			}
		}
		t.Logf("%d seats: good wins %d of %d games", seats, wins, games)
		if wins*seats*2 < games*3 {
			t.Errorf("%d seats: good wins only %d of %d games", seats, wins, games)
		}
	}
}

func BenchmarkEasy(b *testing.B) { benchmark(b, easy) }
func BenchmarkGood(b *testing.B) { benchmark(b, good) }

func benchmark(b *testing.B, bot player) {
	r := rand.New(rand.NewPCG(3, 5))
	g, _ := bare.New(Rules, 4, nil, bare.Random(r.Uint64()))
	for b.Loop() {
		seat := g.Position().Status().Turn
		if _, err := g.Play(seat, bot(g.Position(), seat, g.Observation(seat), r).Move, 0, false); err != nil {
			b.Fatal(err)
		}
		if g.Over() {
			g, _ = bare.New(Rules, 4, nil, bare.Random(r.Uint64()))
		}
	}
}
