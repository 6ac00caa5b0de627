package learn

import (
	"testing"

	"fives/engine/games"
	"fives/p2p/api"
)

// A desk is a table with a turn, or with a settled hand; taken again, its steps go on.
func TestDesk(t *testing.T) {
	desk, err := Sit(games.All()[0], "")
	if err != nil {
		t.Fatal(err)
	}
	first := desk.Table()
	if !first.YourTurn || len(desk.Moves().Moves) == 0 || first.Phase != api.PhasePlaying || first.View == nil {
		t.Errorf("at its beginning: %+v", first)
	}
	for !desk.Over() {
		if err := desk.Play(desk.Hint()); err != nil {
			t.Fatal(err)
		}
	}
	last := desk.Table()
	if last.YourTurn || last.Phase != api.PhaseOver || len(last.Hands) != 1 || len(last.Last) < 5 || desk.Moves().YourTurn {
		t.Errorf("at its end: %+v", last)
	}
	if err := desk.Again(); err != nil {
		t.Fatal(err)
	}
	if again := desk.Table(); again.Step <= last.Step || len(again.Last) != 0 || len(again.Hands) != 0 {
		t.Errorf("again: %+v", again)
	}
}

// TestOwnName: the learner sits there under their own name, unless another player of the lesson
// has it.
func TestOwnName(t *testing.T) {
	for name, want := range map[string]string{"zoe": "zoe", "": "ana", "Ben": "ana"} {
		d, err := Sit(games.All()[0], name)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Table(); got.Me() != want || got.Seats[got.Seat].Name != want || got.Turn != want {
			t.Errorf("%q sits there as %+v", name, got.Summary)
		}
	}
}
