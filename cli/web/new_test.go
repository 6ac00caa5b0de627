package web

import (
	"net/url"
	"slices"
	"testing"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/games"
)

// TestFormHasEveryTerm: the page's form for a new table has every field that there is,
// those of all tables and those of the game.
func TestFormHasEveryTerm(t *testing.T) {
	page := look(t, serve(t, newFake(t, games.All()[0])), "/new")
	names := page.values("name")
	for _, x := range shown.NewForm(0, 0) {
		key := x.Name
		if x.Option != nil {
			key = prefix + key
		}
		if !slices.Contains(names, key) {
			t.Errorf("the page's form (cli/web/new.go, cli/web/pages) lacks the field %s", key)
		}
	}
}

// The page has its form answered as it remembers: app.js says how.
func TestFormAnswered(t *testing.T) {
	for answer, on := range map[string]bool{"": false, say.CoverWaits: false, say.CoverGoesOn: true, "what an older page said": false} {
		r, err := fillForm(url.Values{"cover": {answer}}, 0).Request()
		if err != nil || r.Cover != on {
			t.Errorf("%q: %v, %v", answer, r.Cover, err)
		}
	}
}
