package say

import (
	"testing"

	"fives/p2p/api"
)

func TestItem(t *testing.T) {
	for want, i := range map[string]api.Item{
		"cards left":                          {What: "cards left"},
		"a share from ana":                    {What: "a share from", Names: []string{"ana"}},
		`a share from ben, "it is your turn"`: {What: "a share from", Names: []string{"ben", "it is your turn"}},
	} {
		if got := Item(i); got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
	if got := Points(3) + " " + Points(0) + " " + Points(-3); got != "+3 0 -3" {
		t.Errorf("points are written %s", got)
	}
}
