package tui

import (
	"strings"
	"testing"

	"fives/p2p/api"
)

// TestEveningInLobby: once a game of the evening has ended, the lobby says who leads, by the
// match of the preferences; before that it says nothing.
func TestEveningInLobby(t *testing.T) {
	for _, w := range []int{80, 40} {
		m := lobbyModel(w, 24, false)
		if strings.Contains(screenText(m), "tonight") {
			t.Errorf("before the first game: %s", screenText(m))
		}
		game := api.Summary{ID: "e1", Game: "five", Phase: api.PhaseOver, Time: uint64(m.now.Unix()), Winners: []string{"ben"}, Seats: []api.Seat{{Name: "ana", Fingerprint: "A", You: true}, {Name: "ben", Fingerprint: "B"}}}
		m.lobby.tables.Mine = append(m.lobby.tables.Mine, game)
		if text := screenText(m); !strings.Contains(text, "ben leads tonight. After 1 game") {
			t.Errorf("after a game: %s", text)
		}
		fits(t, m)
		m.taste.Evening = "best of 3"
		m.lobby.tables.Mine = append(m.lobby.tables.Mine, game)
		if text := screenText(m); !strings.Contains(text, "ben wins the evening. After 2") {
			t.Errorf("after two: %s", text)
		}
	}
}
