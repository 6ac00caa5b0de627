package web

import (
	"testing"

	"fives/cli/contrasttest"
)

// Text has a contrast of at least 4.5 to 1 to all it may stand on, lines and
// signs of at least 3 to 1 (WCAG 2, success criteria 1.4.3 and 1.4.11), in light
// and in dark.
func TestContrast(t *testing.T) {
	style, err := static.ReadFile("static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	contrasttest.Themes(t, string(style), func(check contrasttest.Check) {
		check(4.5, "ink soft accent bad", "ground panel")
		check(4.5, "bad", "badwash")
		check(4.5, "onfelt softfelt gold #ffb3ad", "felt felt2")
		check(4.5, "onaccent", "accent")
		check(4.5, "ground", "ink bad")
		check(4.5, "#1f1d1a", "gold")
		check(3, "rule accent", "panel ground")
		check(3, "#5fd0a5 #ff8f86 #86b6ff #e6b950 #d99be8 #5fc9d8 #c9b3a3 #ff8fb8", "felt felt2")
	})
}
