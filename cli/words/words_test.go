package words_test

import (
	"testing"

	"fives/cli/words"
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
		if got := words.Won(tt.winners); got != tt.won {
			t.Errorf("%v: %q, want %q", tt.winners, got, tt.won)
		}
		if got := words.Over(tt.winners); got != tt.over {
			t.Errorf("%v: %q, want %q", tt.winners, got, tt.over)
		}
	}
}

func TestSentence(t *testing.T) {
	for in, want := range map[string]string{"": "", " play a card ": "Play a card.", "Done.": "Done.", "älter": "Älter."} {
		if got := words.Sentence(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
