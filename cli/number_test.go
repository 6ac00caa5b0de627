//go:build unix

package cli_test

import (
	"context"
	"testing"

	"fives/cli/screentest"
	"fives/p2p/api"
)

// A chooser is a stage at whose table the person may choose among some moves.
type chooser struct {
	stage
	played []string
}

func (*chooser) Moves(string) (api.Moves, error) {
	return api.Moves{YourTurn: true, Moves: []string{"drop 7h draw", "drop 8s draw", "call"}}, nil
}

func (c *chooser) Play(_ context.Context, _, move string, _ ...uint64) error {
	c.played = append(c.played, move)
	return nil
}

// A move is meant by its number, in the digits of any script.
func TestMoveByNumber(t *testing.T) {
	for typed, want := range map[string]string{"3": "call", "３": "call", "٢": "drop 8s draw", "call": "call"} {
		m := &chooser{stage: stage{table: screentest.Evening(screentest.Mine)}}
		if status, _, said := run(t, "play", typed, "--no-wait", "--home", serve(t, m)); status != 0 || len(m.played) != 1 || m.played[0] != want {
			t.Errorf("%s: %d, %q, plays %q", typed, status, said, m.played)
		}
	}
}
