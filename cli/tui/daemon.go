package tui

import (
	"context"

	"fives/cli/shown"
	"fives/p2p/api"
	"fives/p2p/control"
)

// A Daemon is the part of the control interface that the table needs; *control.Client is one. A
// call may take as long as its context allows.
type Daemon interface {
	shown.Doer
	Tables(ctx context.Context) (api.Tables, error)
	Moves(ctx context.Context, table string) (api.Moves, error)
	Play(ctx context.Context, table, move string, step ...uint64) error
	Hint(ctx context.Context, table string) (api.HintAnswer, error)
	Game(ctx context.Context, table string) (control.Game, error)
	Views(ctx context.Context, since uint64, emit func(api.Event) error) error
}

var _ Daemon = (*control.Client)(nil)
