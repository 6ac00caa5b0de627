package node

import (
	"context"
	"slices"
	"strings"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/entry"
	"fives/p2p/lobby"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// begun are the tables that have begun, as the lobby sees them.
type begun struct{ *tables }

// Create makes a table, and begins to play it.
func (b begun) Create(g replica.Genesis, seats map[record.Key]session.OwnSeat, asks bool, done func(error)) {
	b.session.Create(g, seats, asks, func(_ *session.Table, err error) { done(err) })
}

// Has reports whether a table is there, in memory or in the archive.
func (b begun) Has(id record.Hash) bool {
	return b.session.Table(id) != nil || b.session.Archived(id)
}

// Watchable lists what the lobby says to a node of the running tables that it may
// watch.
func (b begun) Watchable(by record.Key) (list []entry.Offer) {
	for _, g := range b.running() {
		if lo, ok := g.watchable(by); ok {
			list = append(list, lo)
		}
	}
	return list
}

// Full lists the running public tables that this node has proposed and at which
// another one has no seat.
func (b begun) Full(to record.Key) (list []entry.Offer) {
	for _, g := range b.running() {
		if lo, ok := g.full(to); ok {
			list = append(list, lo)
		}
	}
	return list
}

// full is what the lobby says to a node of a running table at which it has no seat:
// only its proposer does.
func (g *game) full(to record.Key) (lo entry.Offer, ok bool) {
	if g.terms.Private || slices.ContainsFunc(g.terms.Seats, func(s table.Seat) bool { return replica.Node(s) == to }) {
		return lo, false
	}
	lo = entry.Offer{ID: g.id, Taken: g.terms.Names(), Running: true, Full: !g.terms.Spectators}
	g.look(func(r *replica.Snapshot) {
		t := r.Table()
		if ok = !t.Over() && t.Continuation() == nil; ok {
			lo.Proposal = &t.Records(0)[0]
			ok = lo.Proposal.Author == g.ts.self
		}
	})
	return lo, ok
}

// watchable is what the lobby says to a node of a running table that it may
// watch. One that continues another has no proposal.
func (g *game) watchable(by record.Key) (lo entry.Offer, ok bool) {
	if g.Onlooker() || !g.terms.Spectators {
		return lo, false
	}
	lo = entry.Offer{ID: g.id, Private: g.terms.Private, Taken: g.terms.Names(), Running: true}
	if lo.Private {
		if lo.Credential = g.credentialFor(by); lo.Credential == nil {
			return lo, false
		}
	}
	g.look(func(r *replica.Snapshot) {
		t := r.Table()
		ok = !t.Over()
		if t.Continuation() == nil {
			lo.Proposal = &t.Records(0)[0]
		}
	})
	return lo, ok
}

// Host opens a table.
func (n *Node) Host(ctx context.Context, r control.HostRequest) (control.Offer, error) {
	return n.lobby.Host(ctx, r)
}

// Join takes a seat at another node's open table.
func (n *Node) Join(ctx context.Context, r control.JoinRequest) (control.Offer, error) {
	return n.lobby.Join(ctx, r)
}

// Begin begins an open table of this node's that has free seats.
func (n *Node) Begin(_ context.Context, r control.BeginRequest) (control.Offer, error) {
	return n.lobby.BeginNow(r)
}

// Tables lists the open tables of all connected nodes and one's own tables.
func (n *Node) Tables(ctx context.Context) control.Tables {
	heard := n.lobby.AskAll(ctx, lobby.Quickly)
	t := n.Mine()
	for _, h := range heard {
		t.Open = append(t.Open, h.Offer)
	}
	slices.SortStableFunc(t.Open, func(a, b control.Offer) int { return strings.Compare(a.ID, b.ID) })
	return t
}

// Mine lists this node's own tables. It asks nobody.
func (n *Node) Mine() control.Tables {
	return control.Tables{
		Open: append([]control.Offer{}, n.lobby.Open()...),
		Mine: append([]control.Summary{}, n.tables.summaries()...),
	}
}
