package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/say"
	"fives/cli/shown"
)

// TestFormHasEveryTerm: the full screen's form for a new table has a line for every field
// that there is, those of all tables and those of the game.
func TestFormHasEveryTerm(t *testing.T) {
	p := newPalette(true, draw.Dark, false)
	f := newForm(0, false)
	screen := ansi.Strip(f.draw(scene{p: p, w: 80, h: 40, keysLine: text("")}).String())
	for _, x := range shown.NewForm(0, 0) {
		if !strings.Contains(screen, x.Label+" ") {
			t.Errorf("the full screen's form (cli/tui/form.go) lacks the field %s", x.Name)
		}
	}
}

// What happens if somebody's device is away is answered once: the answer is kept when the
// table is opened, and stays when another game is chosen.
func TestFormRemembersCover(t *testing.T) {
	m, f := preferred(t, "five", "")
	asked := func(on bool, when string) {
		t.Helper()
		if m.form.covers() != on {
			t.Errorf("%s the form says %q", when, m.form.fields.Field(shown.FieldCover).Value())
		}
	}
	m.screen = atLobby
	m, _ = press(m, "n")
	asked(false, "at first")
	for m.form.fields[m.form.cursor].Name != shown.FieldCover {
		m, _ = press(m, "down")
	}
	m, _ = press(m, "right", "esc", "n")
	asked(false, "where no table was opened")
	for m.form.fields[m.form.cursor].Name != shown.FieldCover {
		m, _ = press(m, "down")
	}
	m, _ = press(m, "right", "enter")
	if p, err := f.Read(); err != nil || !p.Cover {
		t.Errorf("it is not kept: %+v, %v", p, err)
	}
	m.form = form{}
	m, _ = press(m, "n")
	asked(true, "the next time")
	m, _ = press(m, "right")
	asked(true, "at another game")
}

// On a narrow screen the answers fit, with everything that they mean.
func TestFormOnNarrowScreens(t *testing.T) {
	for _, w := range []int{40, 48, 60, 80} {
		f := newForm(0, true)
		for f.fields[f.cursor].Name != shown.FieldCover {
			f = f.moved(1)
		}
		screen := ansi.Strip(f.draw(scene{p: newPalette(true, draw.Dark, false), w: w, h: 16, keysLine: text("")}).String())
		if !strings.Contains(screen, "< the others go on >") || !strings.HasSuffix(strings.Join(strings.Fields(screen), " "), say.CoverTakes) {
			t.Errorf("%d columns:\n%s", w, screen)
		}
	}
}
