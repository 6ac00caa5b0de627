package control

import (
	"context"

	"fives/engine/record"
	"fives/p2p/api"
)

// A Daemon carries out requests. An error that is an *[api.Error] reaches the client unchanged.
//
// A table is named by its ID, by a prefix of the ID that fits no other table, or by "" if only
// one table fits the call.
type Daemon interface {
	Status() api.Status
	Peers() []api.Peer
	Connect(ctx context.Context, addr string) (api.ConnectAnswer, error)
	// Here makes this daemon play, instead of another one that runs with the same key, and waits
	// until it does.
	Here(ctx context.Context) (api.Status, error)
	// Invite lets browsers in, or stops letting them in, and returns the invitation as it then is.
	Invite(q api.InviteRequest) (api.Invitation, error)
	// Far lets nodes from outside the local network in, or stops that, and returns how it then is. It
	// may ask the router.
	Far(ctx context.Context, q api.FarRequest) (api.FarInvitation, error)
	// ForgetLink hangs up on a node that a link leads to, and keeps the link no more.
	ForgetLink(who string) (api.FarLink, error)
	Tables(ctx context.Context) api.Tables
	// Mine lists this node's own tables, without asking other nodes.
	Mine() api.Tables
	Host(ctx context.Context, r api.HostRequest) (api.Offer, error)
	// Begin begins an open table of this node that has free seats.
	Begin(ctx context.Context, r api.BeginRequest) (api.Offer, error)
	// SendAway frees a seat at an open table of this node's, and lets whoever had it have none there.
	SendAway(ctx context.Context, r api.SendAwayRequest) (api.Offer, error)
	Join(ctx context.Context, r api.JoinRequest) (api.Offer, error)
	// Leave gives up a seat, or withdraws this node's own open table. It returns what it did:
	// [api.Withdrawn], [api.GivenBack] or [api.Left].
	Leave(ctx context.Context, table string) (string, error)
	// Forget removes for good a table that is over or that this node has left. Unless sure is
	// set, it is refused while somebody may still need the table.
	Forget(ctx context.Context, table string, sure bool) error
	Table(table string) (api.Table, error)
	// Public returns a table as somebody without a seat sees it.
	Public(table string) (api.Table, error)
	Moves(table string) (api.Moves, error)
	// Play makes a move. If a step is given, it is refused unless the table is at that step.
	Play(ctx context.Context, table, move string, step ...uint64) error
	// Watch follows a table of other nodes as an onlooker.
	Watch(ctx context.Context, table string) (api.Summary, error)
	// Admit lets a node without a seat watch a private table.
	Admit(ctx context.Context, table, peer string) (api.Admission, error)
	// Faces returns the numbers by which the people of some lists are drawn wherever this node's person
	// sees them. They stay: who is met for the first time gets one then.
	Faces(lists ...[]api.Person) ([][]int, error)
	// Trust accepts the new key of somebody whose name is known.
	Trust(who string) (api.Trusted, error)
	// Hint returns the move that the strongest computer player would make, and why.
	Hint(table string) (api.HintAnswer, error)
	// Say sends a line of chat to everybody at the table who is connected.
	Say(ctx context.Context, table, text string) error
	// Reading notes that the person is reading the result of a hand, or is done with it.
	// Meanwhile, for at most 20 s, the node's computer players wait and no turn limit runs.
	Reading(ctx context.Context, table string, hand int, done bool) error
	// Cover stops waiting for those who are away, and returns their names. The others act for
	// them if nobody hears them.
	Cover(ctx context.Context, table string) ([]string, error)
	// Continue goes on from the last settled hand with those who are online, except those named
	// in without; if somebody else has called for the same continuation, it accepts that call.
	// Given the ID of a continuation, it accepts exactly that one.
	Continue(ctx context.Context, table string, without ...string) (api.Summary, error)
	// Rematch starts a new game with the same players, each one seat further.
	Rematch(ctx context.Context, table string) (api.Summary, error)
	// Handover offers a seat of this node to another node, or takes the offer back.
	Handover(ctx context.Context, r api.HandoverRequest) (api.Handover, error)
	// Agree consents to a handover, or takes the consent back.
	Agree(ctx context.Context, r api.AgreeRequest) (api.Handover, error)
	Log(table string) ([]record.Record, error)
	// Before lists the tables at which a table's game was played before, as far as the daemon
	// knows.
	Before(table string) (api.Before, error)
	// Evidence returns the proof of a fault, as a file that can be verified on its own. fault is
	// its index in [api.Table.Faults].
	Evidence(table string, fault int) ([]record.Record, error)
	// Events calls emit with every event after q.Since, then with new ones as they come, until
	// ctx is done or emit fails. With q.Views it adds views of the tables; with q.Public it shows
	// everything as somebody without a seat sees it (PROTOCOL §7.5). Emit does not keep an event, nor
	// change it.
	Events(ctx context.Context, q api.EventsRequest, emit func(api.Event) error) error
	Shutdown()
}
