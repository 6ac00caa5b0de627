package control

import (
	"context"

	"fives/engine/record"
	"fives/p2p/api"
)

// A Daemon does what requests ask. Errors that are an *[api.Error] reach the
// client as they are.
//
// A table is named by its ID, by a beginning of it that fits no other, or by
// "" where there is only one that fits the call.
type Daemon interface {
	Status() api.Status
	Peers() []api.Peer
	Connect(ctx context.Context, addr string) (api.ConnectAnswer, error)
	// Here has this daemon play, and not another one that runs with the same key.
	Here() (api.Status, error)
	// Invite lets browsers in, or ends that, and says which.
	Invite(q api.InviteRequest) (api.Invitation, error)
	Tables(ctx context.Context) api.Tables
	// Mine lists this node's own tables, without asking other nodes.
	Mine() api.Tables
	Host(ctx context.Context, r api.HostRequest) (api.Offer, error)
	// Begin begins an open table of this node's that has free seats.
	Begin(ctx context.Context, r api.BeginRequest) (api.Offer, error)
	Join(ctx context.Context, r api.JoinRequest) (api.Offer, error)
	Leave(ctx context.Context, table string) (string, error) // what it did
	// Forget removes a table that is over, or that this node has left, for good.
	// Without sure it is refused where somebody may still need it.
	Forget(ctx context.Context, table string, sure bool) error
	Table(table string) (api.Table, error)
	// Public is a table as one without a seat sees it.
	Public(table string) (api.Table, error)
	Moves(table string) (api.Moves, error)
	// Play makes a move, which is refused if a step is given and the table is
	// at another.
	Play(ctx context.Context, table, move string, step ...uint64) error
	// Watch follows a table of others as an onlooker.
	Watch(ctx context.Context, table string) (api.Summary, error)
	// Admit lets a node without a seat watch a private table.
	Admit(ctx context.Context, table, peer string) (api.Admission, error)
	// Trust accepts the new key of somebody whose name is known.
	Trust(who string) (api.Trusted, error)
	// Hint is the move that the strongest computer player would make, and why.
	Hint(table string) (api.HintAnswer, error)
	// Say sends a line to those at the table who are connected.
	Say(ctx context.Context, table, text string) error
	// Reading notes that the person reads the result of a hand, or has read it: the node's
	// computer players wait meanwhile, and no turn limit runs, for 20 s at most.
	Reading(ctx context.Context, table string, hand int, done bool) error
	// Cover does not wait any longer for those who are away: the others act for them, if
	// nobody hears them. It returns their names.
	Cover(ctx context.Context, table string) ([]string, error)
	// Continue goes on from the last settled hand with those who are online,
	// except those who are named; if somebody else has called for the same, it
	// accepts that. By the ID of a continuation, it accepts exactly that one.
	Continue(ctx context.Context, table string, without ...string) (api.Summary, error)
	// Rematch starts a new game among the same seats, everybody one further.
	Rematch(ctx context.Context, table string) (api.Summary, error)
	// Handover offers a seat of this node to another one, or takes that back.
	Handover(ctx context.Context, r api.HandoverRequest) (api.Handover, error)
	// Agree agrees that a seat changes hands, or takes that back.
	Agree(ctx context.Context, r api.AgreeRequest) (api.Handover, error)
	Log(table string) ([]record.Record, error)
	// Before lists the tables of a table's game before it, as far as the daemon knows.
	Before(table string) (api.Before, error)
	// Evidence is the proof of a fault, by its place in Table.Faults, as a
	// file that verifies alone.
	Evidence(table string, fault int) ([]record.Record, error)
	// Events calls emit with every event after q.Since, then with new ones as
	// they come, until ctx is done or emit fails; with q.Views, the views of
	// tables too; with q.Public, all as one without a seat sees it (PROTOCOL §7.5). Each is
	// the JSON of an [api.Event], which is sent as it is.
	Events(ctx context.Context, q api.EventsRequest, emit func(event []byte) error) error
	Shutdown()
}
