package command

import (
	"errors"
	"maps"
	"testing"

	"fives/cli/console"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

func TestSeconds(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "90": 90, "９０": 90, "９０s": 90, "90s": 90, "2m": 120, "1m30s": 90} {
		var r api.HostRequest
		if err := setTerm(&r, "turn-limit", text); err != nil || r.TurnLimit != want {
			t.Errorf("%s: %d, %v", text, r.TurnLimit, err)
		}
	}
	for _, text := range []string{"", "-1", "-5s", "500ms", "soon"} {
		wrong(t, text, func() error { return setTerm(&api.HostRequest{}, "turn-limit", text) })
	}
}

// Options of the table are distinguished from those of the game, in every game.
func TestRead(t *testing.T) {
	for _, rs := range games.All() {
		o := rs.Schema[0]
		var r api.HostRequest
		err := readOptions([]string{o.Name + "=x=y", "turn-limit=2m", "private=true", "spectators=1"}, rs, &r)
		if err != nil || r.TurnLimit != 120 || !r.Private || !r.Spectators || !maps.Equal(r.Set, map[string]string{o.Name: "x=y"}) {
			t.Errorf("%s: %+v, %v", rs.Name, r, err)
		}
		for _, pairs := range [][]string{{"x"}, {"=x"}, {"no-such=1"}, {"private=perhaps"}, {"turn-limit=soon"}, {o.Name + "=1", o.Name + "=1"}} {
			wrong(t, pairs, func() error { return readOptions(pairs, rs, &api.HostRequest{}) })
		}
	}
}

// TestTableOptionsAreRead: what completion offers can be typed.
func TestTableOptionsAreRead(t *testing.T) {
	for _, o := range shown.TableOptions {
		values := o.Values
		if o.Kind == rules.Bool {
			values = []string{"true", "false"}
		}
		if len(values) == 0 {
			t.Errorf("%s has no values", o.Name)
		}
		for _, v := range values {
			if err := readOptions([]string{o.Name + "=" + v}, games.All()[0], &api.HostRequest{}); err != nil {
				t.Errorf("%s=%s: %v", o.Name, v, err)
			}
		}
	}
}

// wrong wants an answer that says what could have been typed.
func wrong(t *testing.T, what any, read func() error) {
	t.Helper()
	var f *console.Failure
	if err := read(); !errors.As(err, &f) || f.Status != console.StatusUsage || f.Hint == "" {
		t.Errorf("%q: %v", what, err)
	}
}
