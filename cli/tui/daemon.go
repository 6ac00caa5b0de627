package tui

import (
	"context"

	"fives/p2p/api"
	"fives/p2p/control"
)

// A Daemon is the part of the control interface that the table needs; *control.Client is one. A
// call may take as long as its context allows.
type Daemon interface {
	Status(ctx context.Context) (api.Status, error)
	Peers(ctx context.Context) ([]api.Peer, error)
	Trust(ctx context.Context, who string) (api.Trusted, error)
	Connect(ctx context.Context, addr string) (api.ConnectAnswer, error)
	Tables(ctx context.Context) (api.Tables, error)
	Host(ctx context.Context, r api.HostRequest) (api.Offer, error)
	Begin(ctx context.Context, r api.BeginRequest) (api.Offer, error)
	SendAway(ctx context.Context, r api.SendAwayRequest) (api.Offer, error)
	Join(ctx context.Context, r api.JoinRequest) (api.Offer, error)
	Leave(ctx context.Context, table string) (string, error)
	Forget(ctx context.Context, table string, sure bool) error
	Table(ctx context.Context, table string) (api.Table, error)
	Moves(ctx context.Context, table string) (api.Moves, error)
	Play(ctx context.Context, table, move string, step ...uint64) error
	Watch(ctx context.Context, table string) (api.Summary, error)
	Hint(ctx context.Context, table string) (api.HintAnswer, error)
	Say(ctx context.Context, table, text string) error
	Cover(ctx context.Context, table string) (api.CoverAnswer, error)
	Continue(ctx context.Context, table string, without ...string) (api.Summary, error)
	Rematch(ctx context.Context, table string) (api.Summary, error)
	Handover(ctx context.Context, r api.HandoverRequest) (api.Handover, error)
	Agree(ctx context.Context, r api.AgreeRequest) (api.Handover, error)
	Invite(ctx context.Context, r api.InviteRequest) (api.Invitation, error)
	Game(ctx context.Context, table string) (control.Game, error)
	Views(ctx context.Context, since uint64, emit func(api.Event) error) error
}

var _ Daemon = (*control.Client)(nil)
