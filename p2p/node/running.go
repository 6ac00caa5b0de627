package node

import (
	"crypto/ed25519"
	"log/slog"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/entry"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// running gives the lobby the tables that have begun. It implements [lobby.Tables].
type running struct {
	key       ed25519.PrivateKey // the node's identity, which signs credentials
	session   *session.Session
	scheduler session.Scheduler
	asks      *asks
	log       *slog.Logger
}

// onTurn tells newcomers what has happened at a table, and calls goes once if the table before goes
// on here, so that its door closes. It is called in the table's turns.
func (r running) onTurn(g *game, goes func(parent, child record.Hash)) {
	r.tell(g.Table)
	p := g.terms.Parent
	if p == nil {
		return
	}
	if parent := r.session.Table(p.Table); parent != nil {
		r.tell(parent)
	}
	if !g.went && g.begun() {
		g.went = true
		r.scheduler.Go(func() { goes(p.Table, g.id) })
	}
}

// Create makes a table and begins to play at it.
func (r running) Create(g replica.Genesis, seats map[record.Key]session.OwnSeat, asks bool, done func(error)) {
	r.session.Create(g, seats, asks, func(_ *session.Table, err error) { done(err) })
}

// Has reports whether this node has a table, in memory or in the archive.
func (r running) Has(id record.Hash) bool {
	return r.session.Table(id) != nil || r.session.Archived(id)
}

// Stopped reports whether a table in memory has stopped.
func (r running) Stopped(id record.Hash) bool {
	t := r.session.Table(id)
	return t != nil && phaseOf(t.Snapshot()) == api.PhaseStopped
}

// Seats reports whether a node has a seat at a table in memory.
func (r running) Seats(id record.Hash, node record.Key) bool {
	t := r.session.Table(id)
	return t != nil && t.Seats(node)
}

// Watchable lists the offers of the running tables that a node may watch.
func (r running) Watchable(by record.Key) (list []entry.Offer) {
	for _, t := range r.session.Tables() {
		if lo, ok := r.watchable(t, by); ok {
			list = append(list, lo)
		}
	}
	return list
}

// Full lists the offers of the running public tables that this node has proposed, and at which
// another node, to, has no seat.
func (r running) Full(to record.Key) (list []entry.Offer) {
	for _, t := range r.session.Tables() {
		if lo, ok := r.full(t, to); ok {
			list = append(list, lo)
		}
	}
	return list
}

// full returns the offer that tells a node of a running table at which it has no seat; ok is false
// unless this node is the table's proposer.
func (r running) full(t *session.Table, to record.Key) (lo entry.Offer, ok bool) {
	if t.Terms().Private || slices.ContainsFunc(t.Terms().Seats, func(s table.Seat) bool { return s.Node() == to }) {
		return lo, false
	}
	lo = entry.Offer{ID: t.ID(), Taken: t.Terms().Names(), Running: true, Full: !t.Terms().Spectators}
	log := t.Snapshot().Table()
	if ok = !log.Over() && log.Continuation() == nil && !hasLeft(t.Snapshot().Snapshot); ok { // a table that this node has left goes on elsewhere, or without it
		lo.Proposal = &log.Records(0)[0]
		ok = lo.Proposal.Author == record.KeyOf(r.key)
	}
	return lo, ok
}

// watchable returns the offer of a running table for a node that may watch it; ok is false if it may
// not. A continuation has no proposal.
func (r running) watchable(t *session.Table, by record.Key) (lo entry.Offer, ok bool) {
	if t.Onlooker() || !t.Terms().Spectators || handedOver(t.Snapshot()) {
		return lo, false
	}
	lo = entry.Offer{ID: t.ID(), Private: t.Terms().Private, Taken: t.Terms().Names(), Running: true}
	if lo.Private {
		if lo.Credential = r.credential(t, by); lo.Credential == nil {
			return lo, false
		}
	}
	log := t.Snapshot().Table()
	if log.Continuation() == nil {
		lo.Proposal = &log.Records(0)[0]
	}
	return lo, !log.Over()
}

// handedOver reports whether the others go on at another table without this node, whose person has
// handed the seat over.
func handedOver(st *session.Snapshot) bool {
	return slices.ContainsFunc(st.OwnHandovers(), func(o replica.OwnHandover) bool { return o.Given })
}

// credential returns the credential for a spectator that this node has let in, nil for others.
func (r running) credential(t *session.Table, spectator record.Key) *entry.Credential {
	st := t.Snapshot()
	own := st.Local()
	if own == nil || !slices.Contains(st.Admitted, spectator) {
		return nil
	}
	c, err := (entry.Admission{Table: t.ID(), Spectator: spectator, Seat: uint64(own.Seat())}).Sign(r.key)
	if err != nil {
		r.log.Error("signing a credential", "err", err)
	}
	return c
}
