package web

import (
	"cmp"
	"regexp"
	"strings"
	"testing"

	"fives/cli/shown"
	"fives/engine/games"
)

// TestYou: the sheet behind the tab "You" begins with who that is, and what the others can compare.
func TestYou(t *testing.T) {
	f := newFake(t, games.All()[0])
	st := f.Status()
	page := look(t, serve(t, f), "/taste")
	if !strings.HasPrefix(page.text, "You") || !strings.Contains(page.text, st.Name) || !strings.Contains(page.text, st.Fingerprint) || !strings.Contains(page.text, "Preferences") {
		t.Errorf("the sheet: %s", page.text)
	}
}

// TestStandardTaste: the script of the page holds the same without a choice as everything else.
func TestStandardTaste(t *testing.T) {
	script, err := static.ReadFile("static/taste.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shown.Settings {
		if s.Page == 0 || s.Values[0] == "on" {
			continue // what is on or off depends on the system
		}
		m := regexp.MustCompile(`const standard = \{.*\b` + s.Key + `: "([^"]*)"`).FindSubmatch(script)
		if want := cmp.Or(s.Default, s.Values[0]); m == nil || string(m[1]) != want {
			t.Errorf("%s: %q, want %q", s.Key, m, want)
		}
	}
}
