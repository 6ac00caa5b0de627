package tui

import (
	"context"

	"fives/p2p/control"
)

// A Daemon is what the table needs of the control interface; *control.Client
// is one. A call may take as long as its context allows.
type Daemon interface {
	Status(ctx context.Context) (control.Status, error)
	Peers(ctx context.Context) ([]control.Peer, error)
	Trust(ctx context.Context, who string) (control.Trusted, error)
	Connect(ctx context.Context, addr string) (control.ConnectAnswer, error)
	Tables(ctx context.Context) (control.Tables, error)
	Host(ctx context.Context, r control.HostRequest) (control.Offer, error)
	Begin(ctx context.Context, r control.BeginRequest) (control.Offer, error)
	Join(ctx context.Context, r control.JoinRequest) (control.Offer, error)
	Leave(ctx context.Context, table string) (string, error)
	Forget(ctx context.Context, table string, sure bool) error
	Table(ctx context.Context, table string) (control.Table, error)
	Moves(ctx context.Context, table string) (control.Moves, error)
	Play(ctx context.Context, table, move string, step ...uint64) error
	Watch(ctx context.Context, table string) (control.Summary, error)
	Hint(ctx context.Context, table string) (control.HintAnswer, error)
	Say(ctx context.Context, table, text string) error
	Cover(ctx context.Context, table string) (control.CoverAnswer, error)
	Continue(ctx context.Context, table string, without ...string) (control.Summary, error)
	Rematch(ctx context.Context, table string) (control.Summary, error)
	Handover(ctx context.Context, r control.HandoverRequest) (control.Handover, error)
	Agree(ctx context.Context, r control.AgreeRequest) (control.Handover, error)
	Invite(ctx context.Context, r control.InviteRequest) (control.Invitation, error)
	Views(ctx context.Context, since uint64, emit func(control.Event) error) error
}

var _ Daemon = (*control.Client)(nil)
