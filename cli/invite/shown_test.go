package invite

import (
	"strings"
	"testing"

	"fives/cli/draw"
	"fives/p2p/api"
)

// An invitation says when its address is public, and what does not work then.
func TestPublic(t *testing.T) {
	for _, public := range []bool{true, false} {
		s := Shown{Invitation: api.Invitation{Public: public}, URL: "http://8.8.8.8:45356/"}
		lines := strings.Join(s.Lines(draw.Style{Width: 160}, 0), " ")
		if strings.Contains(lines, "this address is public: browsers keep a page from there away from nodes at private addresses") != public {
			t.Errorf("public is %v: %s", public, lines)
		}
	}
}

// TestEveryWidth: an invitation can be shown at every width, and the code of the longest
// usual address has room on a terminal of 80 columns, in letters too.
func TestEveryWidth(t *testing.T) {
	s := Shown{Invitation: api.Invitation{On: true}, URL: "http://192.168.100.200:45380/k7fdo2xn4wqb/#t=6927caa1&c=27182818"}
	for _, ascii := range []bool{false, true} {
		for width := -8; width <= 120; width++ {
			text := strings.Join(s.Lines(draw.Style{Width: width, ASCII: ascii}, 0), "\n")
			if width >= 80 && strings.Contains(text, "too small") {
				t.Errorf("%d columns, ASCII %t: no code", width, ascii)
			}
		}
	}
}
