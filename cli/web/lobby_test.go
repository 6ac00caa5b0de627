package web

import (
	"fmt"
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
		"<h2>Open seats</h2>", `<p class="soft">The last one below the limit wins.</p>`, "1 of 2 seats taken (ben), out at 200 points", "<h2>Being played by others</h2>", "(cleo, dan)",
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
	if !strings.Contains(page, `class="button wide outline" id="new"`) || !strings.Contains(page, `class="main" data-deed="join"`) {
		t.Errorf("a free seat is not what the page offers first: %s", page)
	}
	f.list.Open = f.list.Open[:1]
	if page := ask(serve(t, f), "GET", "/lobby", nil).Body.String(); !strings.Contains(page, `class="button wide main" id="new"`) {
		t.Errorf("without a free seat it does not offer a new table first: %s", page)
	}
}

// TestFacesAtOnce: the signs of all rows of the lobby take one call, however many tables there are.
func TestFacesAtOnce(t *testing.T) {
	calls := func(tables int) int {
		f := newFake(t, games.All()[0])
		for i := range tables {
			name := fmt.Sprint("guest ", i)
			f.list.Mine = append(f.list.Mine, api.Summary{ID: fmt.Sprint("a", i), Game: "five", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana", You: true}, {Name: name, Fingerprint: name}}})
			f.list.Open = append(f.list.Open, api.Offer{ID: fmt.Sprint("b", i), Game: "five", Seats: 3, Taken: []string{name, "cleo"}})
		}
		if page := ask(serve(t, f), "GET", "/lobby", nil).Body.String(); strings.Count(page, `class="table-row`) != 2*tables {
			t.Fatalf("it has not all %d rows: %s", 2*tables, page)
		}
		return f.faces
	}
	if one, many := calls(1), calls(9); one != many {
		t.Errorf("%d calls for two rows, %d for eighteen", one, many)
	}
}
