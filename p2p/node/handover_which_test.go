package node

import (
	"slices"
	"testing"

	"fives/p2p/api"
)

// Of two newcomers who are called the same and want the same seat, only the key says who is meant.
func TestNewcomersWhoAreNamesakes(t *testing.T) {
	zoe, other, dan := api.Handover{Seat: "ben", To: "zoe", Fingerprint: "1111"}, api.Handover{Seat: "ben", To: "zoe", Fingerprint: "2222"}, api.Handover{Seat: "ben", To: "dan", Fingerprint: "3333"}
	ana := zoe
	ana.Seat = "ana"
	for _, c := range []struct{ all, want []string }{
		{whichOf([]api.Handover{zoe, dan}), []string{"zoe", "dan"}},
		{whichOf([]api.Handover{zoe, dan, other}), []string{"1111", "3333", "2222"}},
		{whichOf([]api.Handover{zoe, ana}), []string{"ben", "ana"}},
	} {
		if !slices.Equal(c.all, c.want) {
			t.Errorf("%q, not %q", c.all, c.want)
		}
	}
}
