package tui

import (
	"os"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"fives/cli/prefs"
	"fives/engine/games"
)

// written returns the screen of a table in Five Crowns with stars, a wild ten and a joker.
// Cards are written as the reader prefers, on a terminal that gets letters alone or not.
func written(t *testing.T, letters bool, notation prefs.Notation) model {
	t.Helper()
	rs, err := games.Find("five-crowns")
	if err != nil {
		t.Fatal(err)
	}
	f := prefs.At(t.TempDir())
	if err := os.WriteFile(f.Path, []byte(`{"notation": "`+string(notation)+`"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := f.Read()
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(Config{ASCII: letters, Prefs: p, Keeps: f}, caller{ctx: nil}, &feed{})
	m.w, m.h, m.now, m.born = 80, 24, noon, noon
	g := newMatch(t, rs, 2, 2)
	for g.game.Position().Status().Hand < 8 {
		g.bots(1)
	}
	m = at(m, g.until())
	m.popup = popup{}
	return m
}

// foreign are the signs of a screen that are neither ASCII nor braille.
func foreign(m model) string {
	return strings.Map(func(r rune) rune {
		if r <= '~' || r >= '⠀' && r <= '⣿' {
			return -1
		}
		return r
	}, screenText(m))
}

// In braille the full screen has cards in braille, and everything else in ASCII. On a terminal
// that has --ascii, cards are letters, whatever the reader prefers.
func TestBraille(t *testing.T) {
	braille, letters := written(t, false, prefs.Braille), written(t, true, prefs.Suits)
	golden(t, "braille-80x24", braille)
	fits(t, letters)
	for what, c := range map[string]struct{ got, want model }{
		"letters, as --ascii has them":                 {written(t, false, prefs.Letters), letters},
		"braille, with --ascii":                        {written(t, true, prefs.Braille), letters},
		"braille, before a light background":           {lit(braille), braille},
		"braille, with --ascii, before a light one":    {lit(written(t, true, prefs.Braille)), letters},
		"braille, taken back":                          {turned(t, turned(t, braille, "right", prefs.Suits), "left", prefs.Braille), braille},
		"suits, and braille from now on":               {turned(t, written(t, false, prefs.Suits), "left", prefs.Braille), braille},
		"suits, and braille from now on, with --ascii": {turned(t, written(t, true, prefs.Suits), "left", prefs.Braille), letters},
	} {
		if got, want := screenText(c.got), screenText(c.want); got != want {
			t.Errorf("%s:\n%s\nand not:\n%s", what, got, want)
		}
	}
	if signs := foreign(braille); signs != "" {
		t.Errorf("beside braille there is %q:\n%s", signs, screenText(braille))
	}
}

// lit returns a model whose terminal has said that its background is light.
func lit(m model) model {
	next, _ := m.Update(tea.BackgroundColorMsg{})
	return next.(model)
}

// turned returns a model in which the reader has changed the notation to another one, by a key.
func turned(t *testing.T, m model, key string, notation prefs.Notation) model {
	t.Helper()
	m, _ = press(m, "P")
	m, _ = press(chosen(t, m, "notation"), key)
	if m.taste.Notation != notation {
		t.Fatalf("cards are written in %q", m.taste.Notation)
	}
	m, _ = press(m, "esc")
	return m
}
