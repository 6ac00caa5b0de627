package node

import (
	"context"
	"errors"
	"testing"

	"fives/p2p/control"
)

// A move for a step is refused at any other: what somebody has decided by what
// they saw is not played at a table that has gone on.
func TestMoveIsForOneStep(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	if _, err := ana.Host(ctx, control.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}}); err != nil {
		t.Fatal(err)
	}
	var now control.Table
	eventually(t, "ana's turn", func() bool {
		now, _ = ana.Table("")
		return now.YourTurn
	})
	for _, step := range []uint64{0, now.Step - 1, now.Step + 1} {
		var e *control.Error
		if err := ana.Play(ctx, "", "end", step); !errors.As(err, &e) || e.Code != control.CodeConflict {
			t.Errorf("at step %d, for step %d: %v", now.Step, step, err)
		}
	}
	if after, err := ana.Table(""); err != nil || after.Step != now.Step {
		t.Errorf("step %d, then %d: %v", now.Step, after.Step, err)
	}
	if err := ana.Play(ctx, "", "end", now.Step); err != nil {
		t.Error(err)
	}
}
