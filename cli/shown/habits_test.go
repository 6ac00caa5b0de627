package shown

import (
	"math"
	"testing"

	"fives/engine/games"
)

// TestHabits: kinds of moves are told apart by what was played and by what was better, both are named,
// and the costliest kind comes first, with the time that it cost most.
func TestHabits(t *testing.T) {
	of := func(move, better string, points float64, worst string) Habit {
		return Habit{Game: "five", Move: move, Better: better, Times: 1, Points: points, Worst: Worst{Move: worst, Points: points}}
	}
	h := HabitsIn([]Look{
		{[]Habit{of("drop draw", "drop draw", 2, "drop 2c draw")}},
		{},
		{[]Habit{of("drop draw", "end", 3, "drop 3c draw"), of("drop draw", "drop draw", 4, "drop 4c draw")}},
	})
	five, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	if h.Hands != 3 || len(h.Moves) != 2 || math.Abs(h.Cost-3) > 0.01 || h.Earlier != 2 || h.Later != 3.5 {
		t.Fatalf("%+v", h)
	}
	for i, want := range []struct {
		says, worst string
		times       int
	}{
		{"drop and draw, where other cards were better", "drop 4c draw", 2},
		{"drop and draw, where it was better to end the hand", "drop 3c draw", 1},
	} {
		if m := h.Moves[i]; m.Phrase(five) != want.says || m.Worst.Move != want.worst || m.Times != want.times {
			t.Errorf("%d: %q, %+v", i, m.Phrase(five), m)
		}
	}
	for game, want := range map[string][2]string{
		"five-three-five": {"over", "cover"}, "five-crowns": {"out discard", "go out and discard"}, "all-fives": {"take-one", "give a point"},
	} {
		rs, err := games.Find(game)
		if got := phrase(rs, want[0]); err != nil || got != want[1] {
			t.Errorf("%s: %q", game, got)
		}
	}
}
