package shown

import (
	"testing"

	"fives/cli/learn"
	"fives/engine/games"
	"fives/p2p/api"
)

// TestScores: the scores of a table have a row for each settled hand, with what it brought each player who played it,
// and say which hands are void and in which a rule was broken; before the first hand the sheet says that there is none.
func TestScores(t *testing.T) {
	x := api.Table{Summary: api.Summary{ID: "ab", Game: "five", Seats: []api.Seat{{Name: "ana"}, {Name: "ben"}}}}
	if s := Scores(x); s.Grid != nil || len(s.Says) != 1 || s.Says[0] != "No hand is counted yet." {
		t.Errorf("before the first hand: %+v", s)
	}
	x.Hands = []api.Hand{
		{Sheet: api.Sheet{Number: 3, Points: map[string]int{"ana": 7}, Scores: map[string]int{"ana": 17}, Items: map[string][]api.Item{"ana": {{}}}}},
		{Sheet: api.Sheet{Number: 4, Void: true, Scores: map[string]int{"ana": 17, "ben": 5}}, Violations: []api.Violation{{}}},
	}
	s := Scores(x)
	if s.Grid == nil || s.Table != "ab" || len(s.Grid.Rows) != 2 || len(s.Grid.Names) != 2 {
		t.Fatalf("%+v", s)
	}
	first, second := s.Grid.Rows[0], s.Grid.Rows[1]
	if first.At != 1 || first.Number != 3 || first.Void || first.Broken || !first.Cells[0].Played || first.Cells[0].Points != 7 || first.Cells[0].Total != 17 || first.Cells[1].Played {
		t.Errorf("%+v", first)
	}
	if second.At != 2 || second.Number != 4 || !second.Void || !second.Broken || !second.Cells[1].Played || second.Cells[1].Total != 5 {
		t.Errorf("%+v", second)
	}
}

// TestLessons: every game can be learned, and a lesson that is not over can be gone on with, first of all.
func TestLessons(t *testing.T) {
	desk, err := learn.Sit(games.All()[0], "")
	if err != nil {
		t.Fatal(err)
	}
	for running, first := range map[*learn.Desk]int{nil: 0, desk: 1} {
		s := Lessons(running)
		if len(s.Choices) != first+len(games.All()) || first > 0 && s.Choices[0].With.Table != learn.Table {
			t.Fatalf("%+v", s.Choices)
		}
		for i, rs := range games.All() {
			if d := s.Choices[first+i]; d.Act != ActLearn || d.With.Game != rs.Name || d.Command() != "fives learn "+rs.Name {
				t.Errorf("%+v", d)
			}
		}
	}
	for !desk.Over() {
		if err := desk.Play(desk.Hint()); err != nil {
			t.Fatal(err)
		}
	}
	if s := Lessons(desk); s.Choices[0].Act != ActLearn {
		t.Errorf("a lesson that is over: %+v", s.Choices[0])
	}
}
