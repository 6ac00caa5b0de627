package web

import (
	"slices"
	"testing"

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
