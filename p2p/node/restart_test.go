package node

import (
	"context"
	"testing"
	"time"

	"fives/engine/audit"
	"fives/engine/games"
	"fives/p2p/api"
)

// TestRestarts: nodes are stopped and started again in the middle of a game,
// one by one and all at once; the game goes on by itself to one end.
func TestRestarts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	names := []string{"ana", "ben", "cleo"}
	homes := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	nodes := make([]*Node, 3)
	stops := make([]func(), 3)
	nodes[0], stops[0] = startStoppable(t, homes[0], names[0])
	start := func(i int) {
		if i == 0 {
			// The others know only this node's old address.
			nodes[0], stops[0] = startStoppable(t, homes[0], names[0], addr(nodes[1]), addr(nodes[2]))
			return
		}
		nodes[i], stops[i] = startStoppable(t, homes[i], names[i], addr(nodes[0]))
	}
	start(1)
	start(2)
	if _, err := nodes[0].Host(ctx, api.HostRequest{Game: "five", Seats: 3, Play: "easy", Set: map[string]string{"limit": "100"}}); err != nil {
		t.Fatal(err)
	}
	for _, n := range nodes[1:] {
		eventually(t, "the table is seen", func() bool { return len(n.Tables(ctx).Open) == 1 })
		if _, err := n.Join(ctx, api.JoinRequest{Play: "easy"}); err != nil {
			t.Fatal(err)
		}
	}
	for round := range 6 {
		time.Sleep(150 * time.Millisecond)
		switch i := round % 4; i {
		case 3:
			for _, stop := range stops {
				stop()
			}
			nodes[0], stops[0] = startStoppable(t, homes[0], names[0])
			start(1)
			start(2)
		default:
			stops[i]()
			start(i)
		}
	}
	agree(t, "", nodes...)
	for _, n := range nodes {
		eventually(t, "the game is over", func() bool {
			v, err := n.Table("")
			return err == nil && v.Phase == api.PhaseOver
		})
		log, err := n.Log("")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := audit.Verify(log, games.Find, audit.Options{}); err != nil {
			t.Error(err)
		}
	}
}
