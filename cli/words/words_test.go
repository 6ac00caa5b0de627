package words_test

import (
	"testing"

	"fives/cli/words"
	"fives/engine/rules"
	"fives/p2p/control"
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

// TestEventInWords: from codes and data, with names marked.
func TestEventInWords(t *testing.T) {
	hand := &control.Hand{Number: 2, Points: map[string]int{"ana": 3, "ben": -1}, Scores: map[string]int{"ana": 10, "ben": 7}}
	for _, tt := range []struct {
		event control.Event
		want  string
	}{
		{control.Event{Kind: control.EventStarted, Title: "Five", Names: []string{"ana", "ben"}}, "Five begins with ana, ben"},
		{control.Event{Kind: control.EventShuffle, Name: "ana"}, "ana has shuffled"},
		{control.Event{Kind: control.EventCards, What: string(rules.Draw)}, "a card is drawn"},
		{control.Event{Kind: control.EventMove, Name: "ana", Move: "end"}, "ana: end"},
		{control.Event{Kind: control.EventTurn, Name: "ana", Yours: true}, "it is your turn"},
		{control.Event{Kind: control.EventTurn, Name: "nobody"}, `"nobody" is to play`},
		{control.Event{Kind: control.EventSettled, Names: []string{"ana", "ben"}, Hand: hand}, "hand 2: ana +3 = 10, ben -1 = 7"},
		{control.Event{Kind: control.EventSettled, Hand: &control.Hand{Number: 3, Void: true}}, "hand 3 is void"},
		{control.Event{Kind: control.EventOver}, "the game is over; nobody has won"},
		{control.Event{Kind: control.EventFault, What: control.Guilty, Name: "ben", Text: "two records for one step"}, "ben is at fault: two records for one step"},
		{control.Event{Kind: control.EventAway, What: control.Back, Name: "ben"}, "ben is back"},
		{control.Event{Kind: control.EventOnward, What: control.Rematch, Name: "ben", Table: "0123456789"}, "ben calls for a new game: fives rematch 01234567"},
		{control.Event{Kind: control.EventOnward, What: control.Continue, Name: "ben", Table: "0123456789", From: 4, Names: []string{"ana"}},
			"ben calls to go on from hand 4 with ana: fives continue 01234567"},
		{control.Event{Kind: control.EventChat, Name: "ben", Text: "hi"}, "ben: hi"},
	} {
		if got := words.Event(tt.event); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.event, got, tt.want)
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
			if got := words.Value(v); got != want {
				t.Errorf("%#v: %q, want %q", v, got, want)
			}
		}
	}
}
