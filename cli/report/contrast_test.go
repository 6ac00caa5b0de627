package report

import (
	"regexp"
	"testing"

	"fives/cli/screentest"
)

// Text has a contrast of at least 4.5 to 1 with everything it may stand on, lines and signs of
// at least 3 to 1 (WCAG 2, success criteria 1.4.3 and 1.4.11), in light and in dark.
func TestContrast(t *testing.T) {
	screentest.Themes(t, style, func(check screentest.ContrastCheck) {
		check(4.5, "ink soft accent good open bad", "ground panel")
		check(4.5, "bad ink", "badwash")
		check(4.5, "onfelt #f5cd6b", "felt felt2")
		check(3, "l0 l1 l2 l3 l4 l5 l6 l7 l8", "panel ground")
		check(4.5, "#15171c", "p0 p1 p2 p3 p4 p5 p6 p7 p8")
		suits := regexp.MustCompile(`symbol\.\w+,b\.\w+\{color:(?:var\(--\w,)?(#\w+)`).FindAllStringSubmatch(style, -1)
		if len(suits) < 9 {
			t.Errorf("%d colours of cards are found", len(suits))
		}
		for _, m := range suits {
			check(4.5, m[1], "#fffdf6 #fff0c2") // paper, and that of a wild card
		}
	})
}
