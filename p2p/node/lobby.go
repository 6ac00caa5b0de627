package node

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/lobby"
	"fives/p2p/replica"
)

// Host opens a table.
func (n *Node) Host(ctx context.Context, r api.HostRequest) (api.Offer, error) {
	if err := n.signs(ctx); err != nil {
		return api.Offer{}, err
	}
	return n.lobby.Host(ctx, r)
}

// Join takes a seat at another node's open table. A node that has just come up has yet to find the
// others: it asks again until it has looked for them for a while. A page does that itself, and shows
// meanwhile where it looks.
func (n *Node) Join(ctx context.Context, r api.JoinRequest) (o api.Offer, err error) {
	if far.Is(r.Table) || far.Is(r.Code) || far.Is(r.Seat) {
		return api.Offer{}, api.Fail(api.ReasonIsLink, api.Data{})
	}
	if err := n.signs(ctx); err != nil {
		return api.Offer{}, err
	}
	retry(ctx, func() (done bool) {
		o, err = n.lobby.Join(ctx, r)
		var why *api.Error
		if !errors.As(err, &why) || why.Reason != api.ReasonNoOpenTable && why.Reason != api.ReasonNobodyCalled {
			return true
		}
		if sits := n.sitsThere(r); sits != nil {
			err = sits
			return true
		}
		return n.host.OnlyDials() || time.Since(n.started) >= replica.AwayAfter
	})
	return o, err
}

// sitsThere returns why this node can take no seat at a table that is its own; nil if the table is
// not its own.
func (n *Node) sitsThere(r api.JoinRequest) error {
	if r.Table == "" {
		for _, g := range n.tables.running() {
			if g.inPlay() && !g.Onlooker() && g.seatCalled(r.Seat) >= 0 {
				return g.mayTakeNone()
			}
		}
		return nil
	}
	g, err := n.tables.find(r.Table)
	var why *api.Error
	switch {
	case err == nil:
		return g.mayTakeNone()
	case errors.As(err, &why) && why.Reason == api.ReasonNotBegun && r.Seat == "":
		return api.Fail(api.ReasonJoinedAlready, api.Data{})
	case errors.As(err, &why) && why.Reason == api.ReasonNoTable:
		return nil
	}
	return err
}

// mayTakeNone returns why this node can take no seat at a table of its own.
func (g *game) mayTakeNone() error {
	switch {
	case g.finished():
		return api.Fail(api.ReasonGameOver, api.Data{})
	case g.Onlooker():
		return api.Fail(api.ReasonNoDoor, api.Data{})
	case hasLeft(g.Snapshot().Snapshot):
		return api.Fail(api.ReasonHasLeft, api.Data{})
	}
	return api.Fail(api.ReasonJoinedAlready, api.Data{Table: g.id.String(), Names: g.terms.Names()})
}

// Begin begins an open table of this node that has free seats.
func (n *Node) Begin(ctx context.Context, r api.BeginRequest) (api.Offer, error) {
	if err := n.signs(ctx); err != nil {
		return api.Offer{}, err
	}
	return n.lobby.BeginNow(r)
}

// SendAway frees the seat of somebody at an open table of this node, for good.
func (n *Node) SendAway(ctx context.Context, r api.SendAwayRequest) (api.Offer, error) {
	if err := n.signs(ctx); err != nil {
		return api.Offer{}, err
	}
	return n.lobby.SendAway(r)
}

// Tables lists the open tables of all connected nodes, and this node's own tables.
func (n *Node) Tables(ctx context.Context) api.Tables {
	heard := n.lobby.AskAll(ctx, lobby.Quickly)
	t := n.Mine()
	for _, h := range heard {
		if !h.Joined { // it is among those of this node, whether its host answers in time or not
			t.Open = append(t.Open, h.Offer)
		}
	}
	t.Open = listedOnce(t.Open)
	return t
}

// listedOnce sorts open tables by ID and lists each running table once. Every node at a running
// table announces it; the offer with this node's handover is kept, or else the newest and, of these, the one that
// says most.
// Two open tables with one ID are two claims, of which at most one is true, so both are kept.
func listedOnce(open []api.Offer) []api.Offer {
	less := func(yes bool) int { return map[bool]int{true: 0, false: 1}[yes] }
	slices.SortStableFunc(open, func(a, b api.Offer) int {
		return cmp.Or(strings.Compare(a.ID, b.ID), less(!a.Running)-less(!b.Running), less(a.Handover != nil)-less(b.Handover != nil), cmp.Compare(a.Ago, b.Ago),
			less(!a.Full)-less(!b.Full), less(a.Game != "")-less(b.Game != ""), less(a.OpenSeats != nil)-less(b.OpenSeats != nil), less(a.Stopped)-less(b.Stopped), strings.Compare(a.Peer, b.Peer))
	})
	return slices.CompactFunc(open, func(a, b api.Offer) bool { return a.ID == b.ID && a.Running && b.Running })
}

// Mine lists this node's own tables, and those at which it waits for a seat, without asking other
// nodes.
func (n *Node) Mine() api.Tables {
	return api.Tables{
		Open: append([]api.Offer{}, n.lobby.Open()...),
		Mine: append([]api.Summary{}, n.summaries()...),
	}
}
