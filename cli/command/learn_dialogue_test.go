package command

import (
	"strings"
	"testing"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/learn"
	"fives/engine/games"
	"fives/engine/lesson"
)

// The lesson of every game can be taken to its end by lines, by somebody who plays the moves
// that it asks for.
func TestByLines(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			desk, err := learn.Sit(rs, "")
			if err != nil {
				t.Fatal(err)
			}
			course, err := lesson.Of(rs)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			if err := takeByLines(desk, strings.NewReader("nonsense\n\n"+strings.Repeat("h\n", 300)), &out, draw.Style{Width: 80}); err != nil {
				t.Fatal(err)
			}
			for _, s := range []string{"Step 1 of ", howTo, "illegal move", "your move: ", "The end of the lesson", "points  total", draw.Look{Pen: draw.Style{}, Columns: 80}.Markdown(course.Closing)[0]} {
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

// A move may be typed by its number; a legal move that the lesson does not ask for is
// explained; q and the end of the input end the lesson.
func TestDialogue(t *testing.T) {
	for input, want := range map[string]string{
		"1\nq\n2\n":                          "legal, but another move is meant here. Five unknown cards",
		"１３\nq\n":                            "your move: drop 7♥ 7♠ take",
		"13\nq\n":                            "your move: drop 7♥ 7♠ take",
		"":                                   "your move> \n",
		"drop 7h 7s take\ndrop 8s 8c take\n": "Step 3 of 4",
	} {
		desk, err := learn.Sit(games.All()[0], "")
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := takeByLines(desk, strings.NewReader(input), &out, draw.Style{Width: 80}); err != nil || !strings.Contains(out.String(), want) || desk.Over() {
			t.Errorf("%q: no %q (%v)\n%s", input, want, err, out.String())
		}
	}
}
