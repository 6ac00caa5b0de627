package web

import (
	"regexp"
	"testing"

	"fives/cli/screentest"
)

// cloths are the colours of the tables: the middle and the edge of each.
var cloths = regexp.MustCompile(`--felt:(#\w+);--deep:(#\w+)`)

// Text has a contrast of at least 4.5 to 1 with everything it may stand on, lines and signs of
// at least 3 to 1 (WCAG 2, success criteria 1.4.3 and 1.4.11), in light and in dark, and on
// every cloth.
func TestContrast(t *testing.T) {
	screentest.Themes(t, basis, func(check screentest.ContrastCheck) {
		check(4.5, "ink soft lead danger", "ground panel wash")
		check(4.5, "danger", "dangerwash")
		check(4.5, "onaction", "action")
		check(4.5, "onbrass", "brass")
		check(3, "edge action lead danger", "panel ground")
		check(4.5, "#2a2005", "#fff4d6") // a banner, a hint
		check(4.5, "#7d0c16", "#ffe3de") // and one of danger
		check(4.5, "#fff4d6", "#2a2005")
		check(4.5, "#15171c", "#cfc8ba onfelt p0 p1 p2 p3 p4 p5 p6 p7")
		check(4.5, "#ffffff", "#27397f #15171c")
		all := cloths.FindAllStringSubmatch(basis, -1)
		if len(all) < 6 {
			t.Errorf("%d cloths", len(all))
		}
		for _, cloth := range all {
			check(4.5, "onfelt softfelt brass", cloth[1]+" "+cloth[2])
			check(3, "p0 p1 p2 p3 p4 p5 p6 p7", cloth[1]+" "+cloth[2])
		}
	})
}
