package shown

import (
	"testing"

	"fives/cli/say"
	"fives/p2p/api"
)

// TestBigScreen: somebody who sits at a private table that others may watch is asked whether a big screen that is
// here shows it, and lets in the node of that screen; at other tables there is nothing to ask.
func TestBigScreen(t *testing.T) {
	mine := api.Table{Private: true, Spectators: true, Summary: api.Summary{ID: "ab", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana", Fingerprint: "1", You: true}, {Name: "ben", Fingerprint: "2"}}}}
	peers := []api.Peer{
		{Name: "ben", Fingerprint: "2", Connected: true, Screen: true}, // sits there, and has it on the own screen
		{Name: "cleo", Fingerprint: "3", Connected: true},
		{Name: "dora", Fingerprint: "4", Connected: true, Screen: true},
		{Name: "emil", Fingerprint: "5", Screen: true},
		{Name: say.ScreenName, Fingerprint: "6", Connected: true, Screen: true},
	}
	s, ok := BigScreen(mine, peers)
	if !ok || s.Title != "Show this table on the big screen?" || len(s.Choices) != 3 {
		t.Fatalf("%t, %+v", ok, s)
	}
	for i, want := range []Deed{
		{Act: ActAdmit, With: With{Table: "ab", Name: "4", Text: "📺 on the big screen"}, Label: "show it at dora's"},
		{Act: ActAdmit, With: With{Table: "ab", Name: "6", Text: "📺 on the big screen"}, Label: "show it on the television"},
		{Act: ActSay, With: With{Table: "ab", Text: "📺 not on the big screen"}, Label: "do not show it"},
	} {
		if d := s.Choices[i]; d.Act != want.Act || !d.Same(want) || d.Label != want.Label || len(d.Fields) > 0 {
			t.Errorf("%+v", d)
		}
	}
	for what, change := range map[string]func(t *api.Table){
		"public":        func(t *api.Table) { t.Private = false },
		"no spectators": func(t *api.Table) { t.Spectators = false },
		"over":          func(t *api.Table) { t.Phase = api.PhaseOver },
		"an onlooker":   func(t *api.Table) { t.Seat = -1 },
		"answered":      func(t *api.Table) { t.ScreenAsked = true },
	} {
		x := mine
		change(&x)
		if s, ok := BigScreen(x, peers); ok {
			t.Errorf("%s: %+v", what, s)
		}
	}
}
