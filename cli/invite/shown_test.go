package invite

import (
	"strings"
	"testing"

	"fives/cli/draw"
	"fives/p2p/control"
)

// An invitation says when its address is public, and what does not work then.
func TestPublic(t *testing.T) {
	for _, public := range []bool{true, false} {
		s := Shown{Invitation: control.Invitation{Public: public}, URL: "http://8.8.8.8:45356/"}
		lines := strings.Join(s.Lines(draw.Style{Width: 160}, 0), " ")
		if strings.Contains(lines, "this address is public: browsers keep a page from there away from nodes at private addresses") != public {
			t.Errorf("public is %v: %s", public, lines)
		}
	}
}
