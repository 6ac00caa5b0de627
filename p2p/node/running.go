package node

import (
	"crypto/ed25519"
	"log/slog"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/entry"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// running are the tables that have begun, as the lobby sees them.
type running struct {
	key       ed25519.PrivateKey // the node's identity, which signs credentials
	session   *session.Session
	scheduler session.Scheduler
	asks      *asks
	log       *slog.Logger
}

// turned has newcomers hear of what has happened at a table, and the door of a table that goes
// on as this one closed. It is called in the table's turns.
func (r running) turned(g *game, goes func(parent, child record.Hash)) {
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

// Create makes a table, and begins to play it.
func (r running) Create(g replica.Genesis, seats map[record.Key]session.OwnSeat, asks bool, done func(error)) {
	r.session.Create(g, seats, asks, func(_ *session.Table, err error) { done(err) })
}

// Has reports whether a table is there, in memory or in the archive.
func (r running) Has(id record.Hash) bool {
	return r.session.Table(id) != nil || r.session.Archived(id)
}

// Seats reports whether a running table is there, at which a node has a seat.
func (r running) Seats(id record.Hash, node record.Key) bool {
	t := r.session.Table(id)
	return t != nil && t.Seats(node)
}

// Watchable lists what the lobby says to a node of the running tables that it may
// watch.
func (r running) Watchable(by record.Key) (list []entry.Offer) {
	for _, t := range r.session.Tables() {
		if lo, ok := r.watchable(t, by); ok {
			list = append(list, lo)
		}
	}
	return list
}

// Full lists the running public tables that this node has proposed and at which
// another one has no seat.
func (r running) Full(to record.Key) (list []entry.Offer) {
	for _, t := range r.session.Tables() {
		if lo, ok := r.full(t, to); ok {
			list = append(list, lo)
		}
	}
	return list
}

// full is what the lobby says to a node of a running table at which it has no seat:
// only its proposer does.
func (r running) full(t *session.Table, to record.Key) (lo entry.Offer, ok bool) {
	if t.Terms().Private || slices.ContainsFunc(t.Terms().Seats, func(s table.Seat) bool { return s.Node() == to }) {
		return lo, false
	}
	lo = entry.Offer{ID: t.ID(), Taken: t.Terms().Names(), Running: true, Full: !t.Terms().Spectators}
	log := t.Snapshot().Table()
	if ok = !log.Over() && log.Continuation() == nil && !left(t.Snapshot().Snapshot); ok { // it goes on at another one, or without this node
		lo.Proposal = &log.Records(0)[0]
		ok = lo.Proposal.Author == record.KeyOf(r.key)
	}
	return lo, ok
}

// watchable is what the lobby says to a node of a running table that it may
// watch. One that continues another has no proposal.
func (r running) watchable(t *session.Table, by record.Key) (lo entry.Offer, ok bool) {
	if t.Onlooker() || !t.Terms().Spectators {
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

// credential is what this node gives a spectator that it has let in, nil for all
// others.
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
