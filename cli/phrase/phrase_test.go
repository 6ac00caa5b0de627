package phrase_test

import (
	"testing"

	"fives/cli/phrase"
)

func TestWhoHasWon(t *testing.T) {
	for _, tt := range []struct {
		winners   []string
		won, over string
	}{
		{nil, "nobody has won", "the game is over; nobody has won"},
		{[]string{"ana"}, "won by ana", "the game is over: ana won"},
		{[]string{"ana", "nobody"}, `won by ana and "nobody"`, `the game is over: ana and "nobody" won`},
	} {
		if got := phrase.Won(tt.winners); got != tt.won {
			t.Errorf("%v: %q, want %q", tt.winners, got, tt.won)
		}
		if got := phrase.Over(tt.winners); got != tt.over {
			t.Errorf("%v: %q, want %q", tt.winners, got, tt.over)
		}
	}
}

func TestValueIsAsItIsTyped(t *testing.T) {
	for want, values := range map[string][]any{
		"1,2,30": {[]int{1, 2, 30}, []any{1., 2., 30.}},
		"":       {"", []int{}, []any{}},
		"a, [b]": {"a, [b]"},
		"7":      {7, 7., uint8(7)},
		"true":   {true},
	} {
		for _, v := range values {
			if got := phrase.Value(v); got != want {
				t.Errorf("%#v: %q, want %q", v, got, want)
			}
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
		if got := phrase.Ending(tt.winners, tt.continued, missing); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := phrase.Ending(nil, false, nil); got != "not finished" {
		t.Errorf("%q", got)
	}
	if got := phrase.Bot("nobody", "") + "; " + phrase.Bot("ana", "good"); got != `bot of "nobody"; bot of ana, good` {
		t.Errorf("%q", got)
	}
	if got := phrase.Score("nobody", -2, 7) + ", " + phrase.Title("five-crowns") + ", " + phrase.Title("x"); got != `"nobody" -2 = 7, Five Crowns, x` {
		t.Errorf("%q", got)
	}
}
