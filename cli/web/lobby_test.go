package web

import (
	"strings"
	"testing"

	"fives/engine/games"
	"fives/p2p/api"
)

// TestLobby: free seats come before tables of others, and games of the past are folded, with
// their day and their result.
func TestLobby(t *testing.T) {
	f := newFake(t, games.All()[0])
	f.list = api.Tables{
		Mine: []api.Summary{{ID: "a1", Game: "five", Phase: api.PhaseOver, Seats: []api.Seat{{Name: "ana", Score: 3}, {Name: "ben", Score: 201}}, Winners: []string{"ana"}, Time: 946728000}},
		Open: []api.Offer{
			{ID: "b2", Game: "five", Seats: 2, Taken: []string{"cleo", "dan"}, Running: true},
			{ID: "c3", Game: "five", Seats: 2, Taken: []string{"ben"}, Options: map[string]any{"limit": 200., "jokers": 0.}},
		},
	}
	page := ask(serve(t, f), "GET", "/lobby", nil).Body.String()
	rest := page
	for _, want := range []string{
		"<h2>Open seats</h2>", "1 of 2 seats taken (ben), out at 200 points", "<h2>Being played by others</h2>", "(cleo, dan)",
		`<details class="past" id="past"><summary>Finished: 1</summary>`, "1 January 2000: you won", "ana 3, ben 201", "</details>",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("%q does not come next: %s", want, page)
		}
		rest = after
	}
	if strings.Contains(page, "limit=") {
		t.Errorf("notation: %s", page)
	}
}
