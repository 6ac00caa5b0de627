package web

import (
	"log/slog"
	"strings"
	"testing"

	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/control"
)

// A visitor is a daemon that has come by somebody's invitation.
type visitor struct {
	*fake
	host string
}

func (v visitor) Status() api.Status {
	return api.Status{Name: "Zoe 🦊", GuestOf: api.Inviter{Name: v.host, Fingerprint: "dddd"}}
}

// TestLookingFor: who was asked to a table reads whose table is looked for, and under what sign
// they come.
func TestLookingFor(t *testing.T) {
	for host, want := range map[string]string{"": "Looking for the table", "ben": "Looking for ben’s table", hostile: `Looking for "` + hostile + `"’s table`} {
		c, err := control.NewClient(control.InProcess{To: control.Handler(visitor{newFake(t, games.All()[0]), host}, slog.New(slog.DiscardHandler))})
		if err != nil {
			t.Fatal(err)
		}
		if page := look(t, New(Config{Client: c}), "/looking").text; !strings.Contains(page, want) || !strings.Contains(page, "🦊Zoe 🦊") || strings.Contains(page, "Wi-Fi as .") {
			t.Errorf("a guest of %q reads %s", host, page)
		}
	}
}
