package web

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Text has a contrast of at least 4.5 to 1 to all it may stand on, lines and
// signs of at least 3 to 1 (WCAG 2, success criteria 1.4.3 and 1.4.11), in light
// and in dark.
func TestContrast(t *testing.T) {
	style, err := static.ReadFile("static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	themes := regexp.MustCompile(`(?s):root\{(.*?)\}`).FindAllStringSubmatch(string(style), 2)
	colours := map[string]string{}
	for i, name := range []string{"light", "dark"} {
		for _, m := range regexp.MustCompile(`--(\w+):(#\w+)`).FindAllStringSubmatch(themes[i][1], -1) {
			colours[m[1]] = m[2]
		}
		check := func(least float64, inks, grounds string) {
			for _, ink := range strings.Fields(inks) {
				for _, ground := range strings.Fields(grounds) {
					a, b := luminance(t, colours, ink), luminance(t, colours, ground)
					if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < least {
						t.Errorf("%s: %s on %s has %.2f to 1", name, ink, ground, ratio)
					}
				}
			}
		}
		check(4.5, "ink soft accent bad", "ground panel")
		check(4.5, "bad", "badwash")
		check(4.5, "onfelt softfelt gold #ffb3ad", "felt felt2")
		check(4.5, "onaccent", "accent")
		check(4.5, "ground", "ink bad")
		check(4.5, "#1f1d1a", "gold")
		check(3, "rule accent", "panel ground")
		check(3, "#5fd0a5 #ff8f86 #86b6ff #e6b950 #d99be8 #5fc9d8 #c9b3a3 #ff8fb8", "felt felt2")
	}
}

// luminance is the relative luminance of a colour of the theme, or of one
// written out.
func luminance(t *testing.T, colours map[string]string, name string) (sum float64) {
	t.Helper()
	hex := strings.TrimPrefix(name, "#")
	if hex == name {
		hex = strings.TrimPrefix(colours[name], "#")
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 && len(hex) != 3 {
		t.Fatalf("%s is the colour %q", name, hex)
	}
	if len(hex) == 3 {
		n = (n>>8&15*17)<<16 | (n>>4&15*17)<<8 | n&15*17
	}
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64(n>>(16-8*i)&255) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
