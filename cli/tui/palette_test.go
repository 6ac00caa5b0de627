package tui

import (
	"image/color"
	"math"
	"testing"

	"charm.land/lipgloss/v2"
)

// luminance is the relative luminance of WCAG 2.
func luminance(c color.Color) float64 {
	linear := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// Every colour can be read on a white and on a black terminal.
func TestContrast(t *testing.T) {
	for name, dark := range map[string]bool{"light": false, "dark": true} {
		p := newPalette(false, dark, false)
		styles := map[string]lipgloss.Style{"accent": p.accent, "warn": p.warn, "good": p.good}
		for s, style := range p.suits {
			styles["suit "+s.Letter()] = style
		}
		for what, style := range styles {
			ink := style.GetForeground()
			if _, none := ink.(lipgloss.NoColor); none {
				continue // the terminal's own
			}
			ground := 1.0
			if dark {
				ground = 0
			}
			l := luminance(ink)
			if ratio := (max(l, ground) + 0.05) / (min(l, ground) + 0.05); ratio < 4.5 {
				t.Errorf("%s on a %s terminal has a contrast of %.1f", what, name, ratio)
			}
		}
	}
}
