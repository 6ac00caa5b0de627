package learn

import (
	"strings"
	"testing"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/page"
	"fives/engine/games"
	"fives/p2p/control"
)

// The lesson of every game is taken to its end by lines, as somebody would who plays
// what is meant.
func TestPlain(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			desk, err := Sit(rs)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			if err := Plain(desk, strings.NewReader("nonsense\n\n"+strings.Repeat("h\n", 300)), &out, draw.Style{Width: 80}); err != nil {
				t.Fatal(err)
			}
			for _, s := range []string{"Step 1 of ", howTo, "illegal move", "you played ", "The end of the lesson", "points  total", page.Text(desk.course.Closing, page.Look{Pen: draw.Style{}, Columns: 80})[0]} {
				if !strings.Contains(out.String(), s) {
					t.Errorf("nowhere is %q", s)
				}
			}
			for line := range strings.Lines(out.String()) {
				if line = strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "your move> "); layout.Width(line) > 80 {
					t.Errorf("%d columns: %s", layout.Width(line), line)
				}
			}
		})
	}
}

// A move may be typed by its number; another one than is meant is explained; q and the
// end of the input end the lesson.
func TestDialogue(t *testing.T) {
	for input, want := range map[string]string{
		"1\nq\n2\n":                          "legal, but another move is meant here. Five unknown cards",
		"9\nq\n":                             "you played drop 7♥ 7♠ take",
		"":                                   "your move> \n",
		"drop 7h 7s take\ndrop 8s 8c take\n": "Step 3 of 4",
	} {
		desk, err := Sit(games.All()[0])
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := Plain(desk, strings.NewReader(input), &out, draw.Style{Width: 80}); err != nil || !strings.Contains(out.String(), want) || desk.Over() {
			t.Errorf("%q: no %q (%v)\n%s", input, want, err, out.String())
		}
	}
}

// A desk is a table with a turn, or with a settled hand; taken again, its steps go on.
func TestDesk(t *testing.T) {
	desk, err := Sit(games.All()[0])
	if err != nil {
		t.Fatal(err)
	}
	first := desk.Table()
	if !first.YourTurn || len(desk.Moves().Moves) == 0 || first.Phase != control.PhasePlaying || first.View == nil {
		t.Errorf("at its beginning: %+v", first)
	}
	for !desk.Over() {
		if err := desk.Play(desk.Hint()); err != nil {
			t.Fatal(err)
		}
	}
	last := desk.Table()
	if last.YourTurn || last.Phase != control.PhaseOver || len(last.Hands) != 1 || len(last.Last) < 5 || desk.Moves().YourTurn {
		t.Errorf("at its end: %+v", last)
	}
	if err := desk.Again(); err != nil {
		t.Fatal(err)
	}
	if again := desk.Table(); again.Step <= last.Step || len(again.Last) != 0 || len(again.Hands) != 0 {
		t.Errorf("again: %+v", again)
	}
}
