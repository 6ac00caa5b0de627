package learn

import (
	"context"

	"fives/p2p/api"
)

// A Node answers about the table of a lesson as a daemon answers about its own. It asks nobody.
type Node struct{ Desk *Desk }

// Table returns the table.
func (n Node) Table(context.Context, string) (api.Table, error) { return n.Desk.Table(), nil }

// Moves returns the legal moves.
func (n Node) Moves(context.Context, string) (api.Moves, error) { return n.Desk.Moves(), nil }

// Hint returns the move to play.
func (n Node) Hint(context.Context, string) (api.HintAnswer, error) {
	return api.HintAnswer{Move: n.Desk.Hint()}, nil
}

// Play makes a move, if the table is still at this step.
func (n Node) Play(_ context.Context, _, move string, step ...uint64) error {
	if len(step) > 0 && step[0] != n.Desk.Table().Step {
		return api.Fail(api.ReasonMovedOn, api.Data{})
	}
	return n.Desk.Play(move)
}

// Rematch begins the lesson anew.
func (n Node) Rematch(context.Context, string) (api.Summary, error) {
	return n.Desk.Table().Summary, n.Desk.Again()
}
