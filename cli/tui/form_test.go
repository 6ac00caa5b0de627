package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/shown"
)

// TestFormHasEveryTerm: the full screen's form for a new table has a line for every field
// that there is, those of all tables and those of the game.
func TestFormHasEveryTerm(t *testing.T) {
	p := newPalette(true, true, false)
	f := newForm(0)
	screen := ansi.Strip(f.draw(scene{p: p, w: 80, h: 40, keysLine: text("")}).String())
	for _, x := range shown.NewForm(0, 0) {
		if !strings.Contains(screen, x.Label+" ") {
			t.Errorf("the full screen's form (cli/tui/form.go) lacks the field %s", x.Name)
		}
	}
}
