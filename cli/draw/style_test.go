package draw

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/screentest"
	"fives/engine/card"
)

var parameters = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// What commands write can be read on black and on white. Where it is not known which of these it is,
// nothing but bold and faint is asked for.
func TestStyleContrast(t *testing.T) {
	for ground, paper := range map[Ground]float64{Dark: 0, Light: 1, Unknown: -1} {
		for _, two := range []bool{false, true} {
			s := Style{Colour: true, Ground: ground, TwoColours: two}
			text := s.Warning("w") + s.Strong("s") + s.Weak("w") + s.Card(card.Card{Rank: card.Joker})
			for suit := range suitColours {
				text += s.Card(card.Card{Rank: 5, Suit: suit})
			}
			hues := 0
			for _, m := range parameters.FindAllStringSubmatch(text, -1) {
				number, is := strings.CutPrefix(m[1], "38;5;")
				if !is {
					if m[1] != "0" && m[1] != "1" && m[1] != "2" {
						t.Errorf("ground %d: %q is written with %q", ground, text, m[1])
					}
					continue
				}
				hues++
				n := 0
				for _, digit := range number {
					n = 10*n + int(digit-'0')
				}
				l := screentest.Luminance(ansi.IndexedColor(n))
				if ratio := (max(l, paper) + 0.05) / (min(l, paper) + 0.05); n < 16 || ratio < 4.5 {
					t.Errorf("ground %d: colour %d has a contrast of %.1f", ground, n, ratio)
				}
			}
			if (hues > 3) != (ground != Unknown) {
				t.Errorf("ground %d: %d hues", ground, hues)
			}
		}
	}
}
