package screentest

import (
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	theme  = regexp.MustCompile(`(?s):root\{(.*?)\}`)
	colour = regexp.MustCompile(`--(\w+):(#\w+)`)
)

// A ContrastCheck checks that the contrast of every ink with every ground is at least least to
// 1. Inks and grounds are names of the theme's colours, or colours that are written out.
type ContrastCheck func(least float64, inks, grounds string)

// Themes runs a test with the light and the dark theme of a style sheet, which are its first
// two.
func Themes(t *testing.T, style string, test func(check ContrastCheck)) {
	t.Helper()
	themes := theme.FindAllStringSubmatch(style, 2)
	if len(themes) < 2 {
		t.Fatalf("there are %d themes", len(themes))
	}
	colours := map[string]string{}
	for i, name := range []string{"light", "dark"} {
		for _, m := range colour.FindAllStringSubmatch(themes[i][1], -1) {
			colours[m[1]] = m[2]
		}
		test(func(least float64, inks, grounds string) {
			t.Helper()
			for _, ink := range strings.Fields(inks) {
				for _, ground := range strings.Fields(grounds) {
					a, b := luminance(t, colours, ink), luminance(t, colours, ground)
					if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < least {
						t.Errorf("%s: %s on %s has %.2f to 1", name, ink, ground, ratio)
					}
				}
			}
		})
	}
}

// luminance returns the relative luminance of a colour of the theme, or of one that is
// written out.
func luminance(t *testing.T, colours map[string]string, name string) float64 {
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
	return Luminance(color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255})
}

// Luminance returns the relative luminance of a colour, as WCAG defines it.
func Luminance(c color.Color) (sum float64) {
	r, g, b, _ := c.RGBA()
	for i, v := range []uint32{r, g, b} {
		part := float64(v) / 0xffff
		if part <= 0.04045 {
			part /= 12.92
		} else {
			part = math.Pow((part+0.055)/1.055, 2.4)
		}
		sum += []float64{0.2126, 0.7152, 0.0722}[i] * part
	}
	return sum
}
