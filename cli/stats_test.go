package cli

import (
	"testing"

	"fives/p2p/control"
)

func TestTally(t *testing.T) {
	over := func(game string, names, winners []string, scores ...int) control.Summary {
		return control.Summary{Game: game, Phase: control.PhaseOver, Names: names, You: "ana", Winners: winners, Scores: scores}
	}
	running := over("x", []string{"ana", "ben"}, nil, 5, 6)
	running.Phase = control.PhasePlaying
	got := tally([]control.Summary{
		over("x", []string{"ana", "ben"}, []string{"ana"}, 10, 30),
		over("x", []string{"ben", "ana", "cleo"}, []string{"ben", "ana"}, 1, 2, 3),
		over("y", []string{"cleo", "ana"}, nil, -4, 0),
		running,
	})
	want := []standing{
		{Game: "x", Name: "ana", You: true, Games: 2, Wins: 2, Points: 12, Average: 6},
		{Game: "x", Name: "ben", Games: 2, Wins: 1, Points: 31, Average: 15.5},
		{Game: "x", Name: "cleo", Games: 1, Points: 3, Average: 3},
		{Game: "y", Name: "ana", You: true, Games: 1},
		{Game: "y", Name: "cleo", Games: 1, Points: -4, Average: -4},
	}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%d: %+v, want %+v", i, got[i], want[i])
		}
	}
	sum := overall(got)
	if len(sum) != 3 || sum[0].Name != "ana" || sum[0].Games != 3 || sum[0].Wins != 2 {
		t.Errorf("%+v", sum)
	}
}
