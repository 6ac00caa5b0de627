package say_test

import (
	"slices"
	"testing"

	"fives/cli/say"
)

// TestWhoHasWon: the winner reads "you".
func TestWhoHasWon(t *testing.T) {
	for _, tt := range []struct {
		winners   []string
		you       string
		won, over string
	}{
		{nil, "ana", "nobody has won", "the game is over; nobody has won"},
		{[]string{"ana"}, "", "won by ana", "the game is over: ana won"},
		{[]string{"ana"}, "ben", "won by ana", "the game is over: ana won"},
		{[]string{"ana"}, "ana", "you won", "the game is over: you won"},
		{[]string{"nobody", "ana"}, "ana", `you and "nobody" won`, `the game is over: you and "nobody" won`},
		{[]string{"ana", "nobody"}, "", `won by ana and "nobody"`, `the game is over: ana and "nobody" won`},
	} {
		if got := say.Won(tt.winners, tt.you); got != tt.won {
			t.Errorf("%v: %q, want %q", tt.winners, got, tt.won)
		}
		if got := say.Over(tt.winners, tt.you); got != tt.over {
			t.Errorf("%v: %q, want %q", tt.winners, got, tt.over)
		}
	}
}

// TestOptionsInWords: what is agreed is said in sentences. An option with its default is
// mentioned only if it is what the game is about, and 0 means that there is no such thing.
func TestOptionsInWords(t *testing.T) {
	for _, tt := range []struct {
		game    string
		options map[string]any
		want    []string
	}{
		{"five", map[string]any{"limit": 200, "jokers": 0, "lap-cap": 100}, []string{"out at 200 points"}},
		{"five", map[string]any{"limit": 30., "jokers": 2., "lap-cap": 9.}, []string{"out at 30 points", "jokers added: 2", "a hand is void after 9 turns each"}},
		{"five-three-five", map[string]any{"end": 20, "big-overwrite": false}, []string{"20 points end the game"}},
		{"furious-five", map[string]any{"rounds": 0, "target": 50}, []string{"50 points end the game"}},
		{"all-fives", map[string]any{"void-must-trump": false}, []string{"who cannot follow suit need not trump"}},
		{"five", map[string]any{"cap": 7}, []string{"cap=7"}},
		{"unknown", map[string]any{"b": []any{1., 2.}, "a": "x\x1b"}, []string{"a=x·", "b=1,2"}},
		{"five", nil, nil},
	} {
		if got := say.Options(tt.game, tt.options); !slices.Equal(got, tt.want) {
			t.Errorf("%s, %v: %q, want %q", tt.game, tt.options, got, tt.want)
		}
	}
}

// TestEndOfALog: winners come before a continuation, and that before missing records.
func TestEndOfALog(t *testing.T) {
	missing := []string{"ben owes a\x1b move", "ana has left"}
	for _, tt := range []struct {
		want      string
		winners   []string
		continued bool
	}{
		{"nobody has won", []string{}, true},
		{"won by ana", []string{"ana"}, false},
		{"it goes on at another table", nil, true},
		{"not finished: ben owes a· move, ana has left", nil, false},
	} {
		if got := say.Ending(tt.winners, tt.continued, missing); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := say.Ending(nil, false, nil); got != "not finished" {
		t.Errorf("%q", got)
	}
	if got := say.Bot("Ada", "nobody", "") + "; " + say.Bot("Ada", "ana", "good") + "; " + say.Bot("ana", "ana", "good"); got != `bot of "nobody"; bot of ana, good; played by the program, good` {
		t.Errorf("%q", got)
	}
	if got := say.Score("nobody", -2, 7) + ", " + say.Title("five-crowns") + ", " + say.Title("x"); got != `"nobody" -2, total 7, Five Crowns, x` {
		t.Errorf("%q", got)
	}
}

// What a move does is said in the words of its game.
func TestDo(t *testing.T) {
	for move, want := range map[[2]string]string{
		{"five", "drop 7h 7s draw"}:             "drop 7h 7s and draw",
		{"five", "end"}:                         "end the hand",
		{"five-crowns", "out 7h 8h discard 5t"}: "go out with 7h 8h and discard 5t",
		{"five-crowns", "take"}:                 "take the top card",
		{"five-three-five", "pass"}:             "pass",
		{"all-fives", "beg"}:                    "beg",
		{"no game", "end"}:                      "end",
	} {
		if got := say.Do(move[0], move[1]).String(); got != want {
			t.Errorf("%s: %q, not %q", move, got, want)
		}
	}
}
