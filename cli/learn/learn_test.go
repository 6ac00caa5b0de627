package learn

import (
	"errors"
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

// TestChoicesStandTogether: on each page of each lesson every legal move is explained once, and those that do the same
// follow each other.
func TestChoicesStandTogether(t *testing.T) {
	for _, rs := range games.All() {
		d, err := Sit(rs, "")
		if err != nil {
			t.Fatal(err)
		}
		for !d.Over() {
			moves, said := map[string]bool{}, map[string]bool{}
			for i, c := range d.Page().Choices {
				if i > 0 && d.Page().Choices[i-1].Says != c.Says && said[c.Says] {
					t.Errorf("%s: %s stands apart from what does the same", rs.Name, c.Move)
				}
				moves[c.Move], said[c.Says] = true, true
			}
			if list := d.Moves().Moves; len(list) != len(moves) {
				t.Errorf("%s: %d of %d moves are explained", rs.Name, len(moves), len(list))
			}
			if err := d.Play(d.Hint()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestNode: as a daemon does, it plays a move at the step that is on the screen, and at no other.
func TestNode(t *testing.T) {
	d, err := Sit(games.All()[0], "")
	if err != nil {
		t.Fatal(err)
	}
	n, step := Node{d}, d.Table().Step
	hint, _ := n.Hint(t.Context(), Table)
	var refused *api.Error
	if err := n.Play(t.Context(), Table, hint.Move, step+1); !errors.As(err, &refused) || refused.Reason != api.ReasonMovedOn || d.Table().Step != step {
		t.Errorf("at another step: %v", err)
	}
	if err := n.Play(t.Context(), Table, hint.Move, step); err != nil || d.Table().Step == step {
		t.Errorf("at its step: %v", err)
	}
}
