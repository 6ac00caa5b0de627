package web

import (
	"strings"
	"testing"
	"time"

	"fives/engine/games"
	"fives/p2p/api"
)

// TestCutOff: if everybody else has gone at once, it is this device that has lost its network, and
// nobody is shown as away. One who is away alone is.
func TestCutOff(t *testing.T) {
	since := time.Now().Add(-5 * time.Second)
	for away, want := range map[int]int{1: 1, 2: 0} {
		seats := []api.Seat{{Name: "ana", Fingerprint: "a", You: true, Online: true}, {Name: "ben", Fingerprint: "b"}, {Name: "cleo", Fingerprint: "c", Online: true}}
		for i := 1; i <= away; i++ {
			seats[i].Online, seats[i].Away = false, &since
		}
		for _, seat := range []int{0, -1} {
			html, err := render("table", newTablePage(api.Table{Summary: api.Summary{ID: "ab", Game: games.All()[0].Name, Phase: api.PhasePlaying, Seats: seats, Seat: seat}}, api.Moves{}))
			if n := strings.Count(string(html), `class="seat away"`); err != nil || seat == 0 && n != want {
				t.Errorf("%d of 2 are away, seen from seat %d: %d are shown as away, %v", away, seat, n, err)
			}
		}
	}
}
