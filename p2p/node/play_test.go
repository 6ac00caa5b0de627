package node

import (
	"context"
	"errors"
	"slices"
	"testing"

	"fives/p2p/api"
)

// A player who moves out of turn is told whose turn it is.
func TestMoveOutOfTurn(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben joins", func() bool { _, err := ben.Join(ctx, api.JoinRequest{}); return err == nil })
	for _, n := range []*Node{ana, ben} {
		var v api.Table
		eventually(t, "somebody's turn", func() bool { v, _ = n.Table(""); return v.Turn != "" })
		if v.YourTurn {
			continue
		}
		_, hint := n.Hint("")
		for _, err := range []error{n.Play(ctx, "", "end"), hint} {
			var e *api.Error
			if !errors.As(err, &e) || e.Reason != api.ReasonNotYourTurn || e.Waiting == nil || e.Waiting.What != "move" || !slices.Equal(e.Waiting.Names, []string{v.Turn}) {
				t.Errorf("%s, when it is %s's turn: %v, %+v", n.name, v.Turn, err, e)
			}
		}
	}
}

// A move for a step is refused at any other step: what somebody decided by what they saw is not played at a table that has gone on.
func TestMoveIsForOneStep(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}}); err != nil {
		t.Fatal(err)
	}
	var now api.Table
	eventually(t, "ana's turn", func() bool {
		now, _ = ana.Table("")
		return now.YourTurn
	})
	for _, step := range []uint64{0, now.Step - 1, now.Step + 1} {
		var e *api.Error
		if err := ana.Play(ctx, "", "end", step); !errors.As(err, &e) || e.Code != api.CodeConflict {
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
