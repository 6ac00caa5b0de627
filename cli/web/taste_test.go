package web

import (
	"cmp"
	"regexp"
	"testing"

	"fives/cli/shown"
)

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
