package tui

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/p2p/api"
)

// A rematch begins with step 0, and its first moves may be on the screen before the event that
// says so: even then the log has the beginning first, and once.
func TestStoryBeginsAtTheBeginning(t *testing.T) {
	begins := api.Event{Kind: api.EventStarted, Title: "Five", Names: []string{"ana", "ben"}}
	s := story{}.withMoves(api.Table{Last: []api.Played{{Name: "ana", Move: "end", Step: 7}}}).withEvent(begins).withEvent(begins)
	if len(s.entries) != 2 || s.entries[0].kind != api.EventStarted || s.entries[1].step != 7 {
		t.Errorf("%+v", s.entries)
	}
}

// A reason speaks of cards, which are drawn as in a move.
func TestReasonsShowCards(t *testing.T) {
	s := story{}.withEvent(api.Event{Kind: api.EventReason, Step: 7, Name: "Ada", Move: "drop 9d draw", Text: "8s is not better"})
	p := newPalette(false, draw.Dark, false)
	if got := ansi.Strip(s.draw(p, 60, 1, 0).String()); strings.TrimSpace(got) != "Ada's last move: 8♠ is not better" {
		t.Errorf("%q", got)
	}
}

// TestStoryKeepsTheLastState: of who is away and back the story has the last state of each person.
func TestStoryKeepsTheLastState(t *testing.T) {
	var s story
	for _, e := range []api.Event{
		{Kind: api.EventAway, What: api.Away, Name: "ben"}, {Kind: api.EventAway, What: api.Away, Name: "cleo"}, {Kind: api.EventMove, Step: 7, Name: "ana", Game: "five", Move: "end"},
		{Kind: api.EventAway, What: api.Back, Name: "ben"}, {Kind: api.EventAway, What: api.Asleep, Name: "ben"}, {Kind: api.EventAway, What: api.Back, Name: "ben"},
		{Kind: api.EventAway, What: api.Refetched}, {Kind: api.EventAway, What: api.Refetched},
	} {
		s = s.withEvent(e)
	}
	var got []string
	for _, e := range s.entries {
		got = append(got, e.Whole().String())
	}
	if want := []string{"cleo is away", "ana ended the hand", "ben is back", "a table that the store had lost is fetched again from the others", "a table that the store had lost is fetched again from the others"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
